// The page of the Claim Playground. It keeps what is typed, asks, and draws what the verifier says.
// What it hears and says is typed in src/playground/messages.ts.
(() => {
  const vscode = acquireVsCodeApi();
  const at = (id) => document.getElementById(id);
  const form = { text: at("text"), battery: at("battery"), filter: at("filter") };
  const ASK_AFTER = 150;
  const LISTED = 200;

  let state = { project: "", battery: "", text: "", citations: [], ...vscode.getState() };
  let choices = [];
  let records = [];
  let total = 0;
  let why = "";
  let turn = 0;
  let timer;

  /** An element with a class, and children that are elements or texts. Texts never become markup. */
  function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) {
      made.className = className;
    }
    made.append(...children);
    return made;
  }

  function button(className, label, press, title) {
    const made = element("button", className, label);
    made.type = "button";
    made.title = title ?? "";
    made.addEventListener("click", press);
    return made;
  }

  function change(part) {
    state = { ...state, ...part };
    vscode.setState(state);
    askSoon();
  }

  // ---------------------------------------------------------------- asking

  function askSoon() {
    clearTimeout(timer);
    timer = setTimeout(ask, ASK_AFTER);
  }

  function ask() {
    turn += 1;
    if (state.battery === "") {
      note(why || "There is no battery to ask yet.");
    } else if (state.text.trim() === "") {
      note("Type a sentence: who owns it, what is said of it and why shows here, while you type.");
    } else if (state.citations.length === 0) {
      note("A claim cites records: choose one at least.");
    } else {
      at("answer").classList.add("waiting");
      vscode.postMessage({ kind: "ask", turn, draft: state });
    }
  }

  function note(text) {
    at("answer").classList.remove("waiting");
    at("answer").replaceChildren(element("p", "note", text));
  }

  // ---------------------------------------------------------------- the form

  function drawBatteries() {
    const several = new Set(choices.map((choice) => choice.project)).size > 1;
    form.battery.replaceChildren(
      ...choices.map(({ project, projectName, battery }) => {
        const option = element("option", "", several ? `${battery} (${projectName})` : battery);
        option.value = JSON.stringify([project, battery]);
        return option;
      }),
    );
    const known = choices.find((each) => each.project === state.project && each.battery === state.battery);
    const chosen = known ?? choices.find((each) => each.battery === state.battery) ?? choices[0];
    if (chosen !== undefined) {
      form.battery.value = JSON.stringify([chosen.project, chosen.battery]);
      choose(chosen.project, chosen.battery);
    }
  }

  function choose(project, battery) {
    change({ project, battery });
    vscode.postMessage({ kind: "records", project, battery });
  }

  function cite(id) {
    if (id !== "" && !state.citations.includes(id)) {
      change({ citations: [...state.citations, id] });
      drawCited();
    }
  }

  function uncite(id) {
    change({ citations: state.citations.filter((each) => each !== id) });
    drawCited();
  }

  function drawCited() {
    at("cited").replaceChildren(
      ...state.citations.map((id) =>
        element("li", "chip", id, button("remove", "×", () => uncite(id), `Do not cite ${id}`)),
      ),
    );
    drawRecords();
  }

  function drawRecords() {
    const wanted = form.filter.value.trim().toLowerCase();
    const fitting = records.filter(({ id, source }) => `${id} ${source}`.toLowerCase().includes(wanted));
    at("records").replaceChildren(
      ...fitting.slice(0, LISTED).map(({ id, source }) => {
        const box = element("input");
        box.type = "checkbox";
        box.checked = state.citations.includes(id);
        box.addEventListener("change", () => (box.checked ? cite(id) : uncite(id)));
        return element("li", "", element("label", "record", box, element("span", "id", id), element("span", "source", source)));
      }),
    );
    const hidden = (wanted === "" ? Math.max(total, fitting.length) : fitting.length) - Math.min(fitting.length, LISTED);
    at("more").textContent = hidden > 0 ? `${hidden} more: type to find them, or type an id and press Enter.` : "";
  }

  // ---------------------------------------------------------------- the answer

  function draw(preview) {
    const answer = at("answer");
    answer.classList.remove("waiting");
    if (preview.consultations.length === 0) {
      note(preview.why_not || "There is no answer.");
      return;
    }
    answer.replaceChildren(...preview.consultations.flatMap(drawConsultation));
  }

  function drawConsultation(said) {
    const verdict = said.verdict === null ? "unjudged" : said.verdict ? "supported" : "unsupported";
    const words = { unjudged: "not judged", supported: "supported", unsupported: "unsupported" }[verdict];
    const mark = { unjudged: "!", supported: "✓", unsupported: "✗" }[verdict];
    const owner = said.verdict === null ? "" : said.owner || "nobody owns it";
    const head = element("h2", verdict, element("span", "mark", mark), ` ${words}`, element("span", "owner", owner));
    const parts = [head];
    for (const trouble of [said.fault?.message, said.why_not].filter(Boolean)) {
      parts.push(element("p", "trouble", trouble));
    }
    if (said.unknown.length > 0) {
      parts.push(element("p", "trouble", `no such record: ${said.unknown.join(", ")}`));
    }
    const deciding = said.owner === "" ? -1 : said.steps.findIndex(({ answer }) => answer === "True" || answer === "False");
    parts.push(element("ol", "ladder", ...said.steps.map((step, place) => drawStep(step, place === deciding))));
    parts.push(drawActions(said));
    if (said.records.length > 0) {
      parts.push(element("h3", "", "Cited records"), element("ul", "evidence", ...said.records.map(drawRecord)));
    }
    return parts;
  }

  function drawStep(step, decides) {
    const words = { True: "holds", False: "does not hold", None: "not my grammar", raised: "raised" };
    const line = element("div", "rung", element("code", "", step.name));
    if (step.place < 0) {
      line.append(element("span", "generic", "generic"));
    }
    line.append(element("span", `says ${step.answer}`, step.answer), element("span", "meaning", words[step.answer] ?? ""));
    const item = element("li", decides ? "decides" : "", line);
    if (step.why) {
      item.append(drawWhy(step.why, decides));
    }
    return item;
  }

  function drawWhy(reason, whole) {
    const name = reason.path.split(/[\\/]/).pop();
    const open = () => vscode.postMessage({ kind: "open", path: reason.path, line: reason.line });
    const place = button("link", `${name}:${reason.line}`, open, "Go to the line that decided");
    const box = element("div", "why", element("div", "", place, " ", element("code", "", reason.text)));
    if (whole) {
      // Group 0 is the whole match.
      const groups = reason.patterns.flatMap((pattern) => pattern.groups.slice(1));
      box.append(...table("Captured", groups.map(({ name, text }) => [name, text]), true));
      box.append(...table("Values at that line", reason.values, false));
    }
    return box;
  }

  function table(title, rows, open) {
    if (rows.length === 0) {
      return [];
    }
    const cells = rows.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]);
    const made = element("details", "", element("summary", "", title), element("dl", "", ...cells));
    made.open = open;
    return [made];
  }

  function drawActions(said) {
    const box = element("div", "actions");
    const choice = choices.find((each) => each.project === state.project && each.battery === said.battery);
    const declared = choice?.shapes ?? [];
    const shapes = declared.includes(said.owner) ? [said.owner] : declared;
    if (said.verdict !== null && shapes.length > 0) {
      const label = shapes.length === 1 ? `Keep as a sample of ${shapes[0]}` : "Keep as a sample of…";
      box.append(button("", label, () => vscode.postMessage({ kind: "insert", draft: state, shapes: [...shapes] })));
    }
    if (said.verdict !== null && said.owner === "") {
      box.append(button("secondary", "Write a shape for it", () => vscode.postMessage({ kind: "scaffold", draft: state })));
    }
    return box;
  }

  function drawRecord(record) {
    const where = [record.source, record.locator].filter(Boolean).join(" ");
    const head = element("div", "", element("code", "", record.id), element("span", "source", where));
    if (record.path !== "") {
      const open = () => vscode.postMessage({ kind: "open", path: record.path, line: record.line });
      head.append(button("link", "open", open, record.path));
    }
    return element("li", "", head, element("div", "text", record.text));
  }

  // ---------------------------------------------------------------- messages and events

  const hear = {
    choices(said) {
      ({ choices, why } = said);
      drawBatteries();
    },
    draft({ draft }) {
      form.text.value = draft.text;
      change({ text: draft.text, citations: [...draft.citations], project: draft.project, battery: draft.battery });
      drawBatteries();
      drawCited();
    },
    records(said) {
      if (said.project === state.project && said.battery === state.battery) {
        ({ records, total } = said);
        drawRecords();
      }
    },
    answer(said) {
      if (said.turn === turn) {
        draw(said.preview);
      }
    },
    again: askSoon,
  };

  window.addEventListener("message", ({ data }) => hear[data.kind]?.(data));
  form.text.addEventListener("input", () => change({ text: form.text.value }));
  form.battery.addEventListener("change", () => choose(...JSON.parse(form.battery.value)));
  form.filter.addEventListener("input", drawRecords);
  at("form").addEventListener("submit", (event) => event.preventDefault());
  form.filter.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      const typed = form.filter.value.trim();
      const fitting = records.filter(({ id }) => id.toLowerCase().includes(typed.toLowerCase()));
      cite(fitting.length === 1 ? fitting[0].id : typed);
      form.filter.value = "";
      drawRecords();
    }
  });

  form.text.value = state.text;
  drawCited();
  ask();
  vscode.postMessage({ kind: "ready" });
})();
