/** What the Python extension, where it is installed, says about the interpreter that the user has chosen. */

import * as vscode from "vscode";

const ID = "ms-python.python";

/** The part of that extension's interface that is used here. */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: { readonly path: string }): Promise<
      | { readonly executable: { readonly uri: vscode.Uri | undefined } }
      | undefined
    >;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

async function api(): Promise<PythonApi | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>(ID);
  if (extension === undefined) {
    return undefined;
  }
  try {
    const found = await extension.activate();
    return typeof found.environments.getActiveEnvironmentPath === "function" ? found : undefined;
  } catch {
    return undefined; // that extension's own failure, which it tells itself
  }
}

/** The interpreter that the Python extension has for a folder; undefined without that extension. */
export async function chosenInterpreter(scope: vscode.Uri | undefined): Promise<string | undefined> {
  const found = await api();
  if (found === undefined) {
    return undefined;
  }
  const environment = await found.environments.resolveEnvironment(
    found.environments.getActiveEnvironmentPath(scope),
  );
  return environment?.executable.uri?.fsPath;
}

/** Call `listener` when the user chooses another interpreter. */
export async function onChosen(listener: () => void): Promise<vscode.Disposable> {
  const found = await api();
  return found?.environments.onDidChangeActiveEnvironmentPath(listener) ?? new vscode.Disposable(() => undefined);
}
