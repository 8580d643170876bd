// Stands in for the Python extension, which no package registry has: the same identifier, and of its documented
// interface what is about the chosen environment. It chooses nothing until it is told to.
const { existsSync, statSync } = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

exports.activate = () => {
  const changed = new vscode.EventEmitter();
  let chosen = "";
  const named = (environment) => (typeof environment === "string" ? environment : environment.path);
  return {
    ready: Promise.resolve(),
    environments: {
      onDidChangeActiveEnvironmentPath: changed.event,
      /** As it was chosen: an interpreter, or the folder of an environment; it need not exist. */
      getActiveEnvironmentPath: () => ({ id: chosen, path: chosen }),
      /** Nothing where there is no such environment. */
      async resolveEnvironment(environment) {
        const place = named(environment);
        if (place === "" || !existsSync(place)) {
          return undefined;
        }
        const program = statSync(place).isDirectory() ? path.join(place, "bin", "python") : place;
        return { id: place, path: place, executable: { uri: vscode.Uri.file(program) } };
      },
      async updateActiveEnvironmentPath(environment, resource) {
        chosen = named(environment);
        changed.fire({ id: chosen, path: chosen, resource });
      },
    },
  };
};
