"""The workspaces are projects of their own, most of them broken on purpose: no tests of this one."""

collect_ignore_glob = ["*"]
