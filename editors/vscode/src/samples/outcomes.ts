/** One sample's outcome as a test's. */

import * as vscode from "vscode";
import type { SampleStanding } from "../server/protocol";

/** Tell a run what came of the sample that an item stands for. What was not judged is no pass. */
export function reportOn(run: vscode.TestRun, item: vscode.TestItem, standing: SampleStanding): void {
  const said = reportOf(standing);
  if (said !== "") {
    run.appendOutput(`${item.label}\r\n${said.replaceAll("\n", "\r\n")}\r\n\r\n`, undefined, item);
  }
  switch (standing.outcome) {
    case "passed":
      run.passed(item);
      break;
    case "failed":
      run.failed(item, difference(standing, item));
      break;
    case "errored":
    case "unjudged":
      run.errored(item, placed(new vscode.TestMessage(said), item));
      break;
  }
}

function reportOf({ outcome, report }: SampleStanding): string {
  return outcome === "unjudged" ? `not judged: ${report.replace(/^not (judged|run): /, "")}` : report;
}

/** What the sample says and what the shape says, side by side. */
function difference(standing: SampleStanding, item: vscode.TestItem): vscode.TestMessage {
  const line = (word: string): string => `${word}: ${standing.text} <- ${standing.citations.join(", ")}`;
  const message = vscode.TestMessage.diff(standing.report, line(standing.word), line(standing.answer));
  return placed(message, item);
}

function placed(message: vscode.TestMessage, { uri, range }: vscode.TestItem): vscode.TestMessage {
  if (uri !== undefined && range !== undefined) {
    message.location = new vscode.Location(uri, range.start);
  }
  return message;
}
