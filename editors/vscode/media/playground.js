// The page of the Claim Playground. It keeps what is typed, asks, and draws what the verifier says.
// What it hears and says is typed in src/playground/messages.ts.
(() => {
  const vscode = acquireVsCodeApi();
  const { element, button, drawConsultation } = window.tesseraAnswer;
  const at = (id) => document.getElementById(id);
  const form = { text: at("text"), battery: at("battery"), filter: at("filter") };
  const ASK_AFTER = 150;
  const LISTED = 200;

  let state = { project: "", battery: "", text: "", citations: [], ...vscode.getState() };
  let choices = [];
  let records = [];
  let total = 0;
  /** The option of the battery whose records are listed. */
  let listed = "";
  let why = "";
  let turn = 0;
  let timer;

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
    if (chosen === undefined) {
      return;
    }
    form.battery.value = JSON.stringify([chosen.project, chosen.battery]);
    if (listed !== form.battery.value) {
      choose();
    }
  }

  /** Take the battery that is chosen in the form. */
  function choose() {
    const [project, battery] = JSON.parse(form.battery.value);
    listed = form.battery.value;
    records = [];
    total = 0;
    change({ project, battery });
    drawRecords();
    askForRecords();
  }

  function askForRecords() {
    vscode.postMessage({ kind: "records", project: state.project, battery: state.battery });
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
    answer.replaceChildren(...preview.consultations.flatMap((said) => drawConsultation(said, acts)));
  }

  /** What can be done with an answer: `insert` it as a sample of one of the shapes, `scaffold` a new shape. */
  const acts = {
    shapes(battery) {
      return choices.find((each) => each.project === state.project && each.battery === battery)?.shapes ?? [];
    },
    insert: (shapes) => vscode.postMessage({ kind: "insert", draft: state, shapes: [...shapes] }),
    scaffold: () => vscode.postMessage({ kind: "scaffold", draft: state }),
    open: (path, line) => vscode.postMessage({ kind: "open", path, line }),
  };

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
    again() {
      askSoon();
      // There are none until the project has been loaded.
      if (total === 0 && state.battery !== "") {
        askForRecords();
      }
    },
  };

  window.addEventListener("message", ({ data }) => hear[data.kind]?.(data));
  form.text.addEventListener("input", () => change({ text: form.text.value }));
  form.battery.addEventListener("change", choose);
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
