/** Runs the tests in the editor's extension host, and writes what came of them to a file. */

import { renameSync, writeFileSync } from "node:fs";
import Mocha from "mocha";
import * as vscode from "vscode";
import type { Api } from "../../src/extension";

interface Failure {
  readonly title: string;
  readonly error: string;
}

/** What the editor calls. It rejects where a test has failed. */
export function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 45_000, color: false, reporter: "dot", bail: false });
  if (process.env["TESSERA_TEST_GREP"] !== undefined) {
    mocha.grep(process.env["TESSERA_TEST_GREP"]);
  }
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the tests need mocha's names first
  require("./tests.cjs");
  return new Promise((resolve, reject) => {
    const failures: Failure[] = [];
    let passed = 0;
    mocha
      .run(() => {
        const { milestones } = vscode.extensions.getExtension<Api>("tessera.tessera")?.exports ?? {};
        write({ editorVersion: vscode.version, passed, failures, times: [...(milestones?.times ?? [])] });
        if (failures.length > 0) {
          reject(new Error(`${String(failures.length)} failed`));
        } else {
          resolve();
        }
      })
      .on("pass", () => passed++)
      .on("fail", (test, error: Error) => {
        failures.push({ title: test.fullTitle(), error: error.stack ?? error.message });
      });
  });
}

function write(outcome: object): void {
  const file = process.env["TESSERA_TEST_RESULT"];
  if (file === undefined) {
    throw new Error("TESSERA_TEST_RESULT names no file for the outcome");
  }
  writeFileSync(`${file}.part`, JSON.stringify(outcome));
  renameSync(`${file}.part`, file);
}
