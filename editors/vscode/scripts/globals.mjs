// The names that eslint may take for granted in scripts.
const readonly = (...names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default {
  node: readonly("process", "console", "URL", "URLSearchParams", "Buffer", "setTimeout", "clearTimeout", "fetch"),
  page: readonly("document", "window", "acquireVsCodeApi", "setTimeout", "clearTimeout", "setInterval", "clearInterval"),
};
