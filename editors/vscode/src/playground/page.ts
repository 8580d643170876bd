/** The page of the playground: what stands still in it. What moves is media/playground.js and media/answer.js. */

import * as vscode from "vscode";

/** The page's HTML. Nothing is loaded but the extension's own script and style. */
export function pageOf(webview: vscode.Webview, media: vscode.Uri, nonce: string): string {
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${file("playground.css")}">
  <title>Claim Playground</title>
</head>
<body>
  <main>
    <form id="form">
      <label for="text">Sentence</label>
      <textarea id="text" rows="3" spellcheck="false"
        placeholder="A claim, as an answer would state it"></textarea>
      <label for="battery">Battery</label>
      <select id="battery"></select>
      <label for="filter">Cited records</label>
      <ul id="cited" aria-label="Cited records"></ul>
      <input id="filter" type="text" spellcheck="false" autocomplete="off"
        placeholder="Type to find a record; Enter cites it">
      <ul id="records" aria-label="Records of the battery"></ul>
      <p id="more"></p>
    </form>
    <section id="answer" aria-live="polite"></section>
  </main>
  <script nonce="${nonce}" src="${file("answer.js")}"></script>
  <script nonce="${nonce}" src="${file("playground.js")}"></script>
</body>
</html>`;
}
