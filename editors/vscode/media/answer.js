// Draws what a battery's verifier said to a sentence: the verdict, the ladder, the reason, the cited records.
(() => {
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

  function drawConsultation(said, acts) {
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
    parts.push(element("ol", "ladder", ...said.steps.map((step, place) => drawStep(step, place === deciding, acts))));
    parts.push(drawActions(said, acts));
    if (said.records.length > 0) {
      parts.push(element("h3", "", "Cited records"), element("ul", "evidence", ...said.records.map((record) => drawRecord(record, acts))));
    }
    return parts;
  }

  function drawStep(step, decides, acts) {
    const words = { True: "holds", False: "does not hold", None: "not my grammar", raised: "raised" };
    const line = element("div", "rung", element("code", "", step.name));
    if (step.place < 0) {
      line.append(element("span", "generic", "generic"));
    }
    line.append(element("span", `says ${step.answer}`, step.answer), element("span", "meaning", words[step.answer] ?? ""));
    const item = element("li", decides ? "decides" : "", line);
    if (step.why) {
      item.append(drawWhy(step.why, decides, acts));
    }
    return item;
  }

  function drawWhy(reason, whole, acts) {
    const name = reason.path.split(/[\\/]/).pop();
    const open = () => acts.open(reason.path, reason.line);
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

  function drawActions(said, acts) {
    const box = element("div", "actions");
    const declared = acts.shapes(said.battery);
    const shapes = declared.includes(said.owner) ? [said.owner] : declared;
    if (said.verdict !== null && shapes.length > 0) {
      const label = shapes.length === 1 ? `Keep as a sample of ${shapes[0]}` : "Keep as a sample of…";
      box.append(button("", label, () => acts.insert(shapes)));
    }
    if (said.verdict !== null && said.owner === "") {
      box.append(button("secondary", "Write a shape for it", () => acts.scaffold()));
    }
    return box;
  }

  function drawRecord(record, acts) {
    const where = [record.source, record.locator].filter(Boolean).join(" ");
    const head = element("div", "", element("code", "", record.id), element("span", "source", where));
    if (record.path !== "") {
      const open = () => acts.open(record.path, record.line);
      head.append(button("link", "open", open, record.path));
    }
    return element("li", "", head, element("div", "text", record.text));
  }

  window.tesseraAnswer = { element, button, drawConsultation };
})();
