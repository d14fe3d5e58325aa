// Why something was refused: all checks in their order, what each compared, and where the rule is written.
/** Whether a check of programs has found it; nothing was refused then. */
const isFinding = event => event.kind === "DutyBroken";

class RefusalCard {
    constructor(report) {
        this.report = report;
    }

    /** The refusal at this moment, or the one that the present chapter is about. */
    at(i) {
        const {journal, machine, present} = this.report;
        if (present?.refusal) {
            return present;
        }
        const chapter = journal.chaptersAt(i).at(-1);
        if (!chapter) {
            return null;
        }
        const passed = Machine.passed(machine.refusals, i);
        const near = passed ? journal.event(machine.refusals[passed - 1]) : null;
        return near && near.n >= chapter.first ? near : null;
    }

    draw(i) {
        const event = this.at(i);
        panel("card").hidden = !event;
        if (!event) {
            show("card");
            return;
        }
        const {refusal} = event;
        const rule = this.report.journal.rules.get(refusal.rule);
        show("card",
            h("div", {class: "panelhead"}, h("h2", {}, this.heading(event)), h("span", {class: "rulebadge"}, refusal.rule)),
            h("p", {class: "outcome"}, isFinding(event) ? "It is a duty of programs: " : "It led to ", h("b", {}, refusal.outcome), "."),
            h("div", {class: "columns"},
                h("div", {}, refusal.checks.length ? this.checks(refusal) : h("ul", {class: "compared"}, refusal.values.split("; ").map(value => h("li", {}, value))),
                    this.program(event)),
                h("div", {}, this.variants(refusal), rule ? this.rule(rule) : null, this.answers(event))));
    }

    heading({host, kind, refusal}) {
        return isFinding({kind}) ? `A program on ${host}: ${refusal.violation}` : `${host} refused: ${refusal.violation}`;
    }

    /** Brings the card into sight; at once for readers who want no motion. */
    reveal() {
        const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        panel("card").scrollIntoView({block: "nearest", behavior: isCalm ? "auto" : "smooth"});
    }

    /** The shortest program that is refused so: in Java as a test, in C where the project has one. */
    program(event) {
        const {journal, programs} = this.report;
        const text = programs.at(journal.place(event.n));
        const inC = {A4: "invalidates a window and uses its key", A7: "writes one byte past a window"}[event.refusal.rule];
        return text || inC ? h("details", {class: "program"}, h("summary", {}, "The shortest program that the same rule refuses"),
            text ? h("pre", {tabindex: 0}, h("code", {}, text)) : null,
            inC ? h("p", {}, "In C: ", h("code", {}, "module-tools/src/samples/c-window/window.c"), " " + inC + ".") : null) : null;
    }

    checks(refusal) {
        const sign = {"passed": "✓", "refused": "✗", "not reached": "·"};
        return h("table", {class: "checks"}, h("caption", {}, "The checks, in the order in which the device makes them; a dot: not reached"),
            h("thead", {}, h("tr", {}, ["", "check", "asked for", "the table says", "rule"].map(name => h("th", {scope: "col"}, name)))),
            h("tbody", {}, refusal.checks.map(check => h("tr", {class: check.verdict.replace(" ", "")},
                h("td", {class: "sign", "aria-label": check.verdict}, sign[check.verdict]), h("th", {scope: "row"}, check.what),
                h("td", {}, check.asked), h("td", {}, check.found), h("td", {}, check.rule)))));
    }

    /** The same access with one difference, by the same checks. */
    variants(refusal) {
        return refusal.variants ? h("dl", {class: "variants"}, h("dt", {}, "What if"),
            refusal.variants.map(variant => h("dd", {class: variant.rule ? "bad" : "good"}, h("b", {}, variant.rule ? "✗" : "✓"), " ",
                variant.what + ": ", variant.rule ? "refused by " + variant.rule : "granted"))) : null;
    }

    /** The completions that the refusal leads to: the next ones that programs read, before another refusal or chapter. */
    answers(event) {
        const {journal, machine} = this.report;
        const here = journal.place(event.n);
        const chapter = journal.chaptersAt(here).at(-1);
        const next = machine.refusals[Machine.passed(machine.refusals, here)] ?? journal.length;
        const end = Math.min(next, chapter ? journal.place(chapter.last) + 1 : journal.length, here + 1000);
        const found = [];
        for (let i = here + 1; i < end && found.length < 2; i++) {
            if (journal.kind(i) === "CqeRead") {
                found.push(i);
            }
        }
        return found.length ? h("dl", {class: "ruletext answers"}, h("dt", {}, "What the programs hear"),
            found.map(i => h("dd", {}, h("button", {title: "Go to this event", onclick: () => this.report.go(i)},
                `${journal.event(i).n} ${journal.event(i).host}`), " ", journal.event(i).text))) : null;
    }

    rule(rule) {
        return h("dl", {class: "ruletext"}, h("dt", {}, "The rule"), h("dd", {}, rule.text),
            h("dt", {}, "Source"), h("dd", {}, rule.source),
            h("dt", {}, "Enforced in"), h("dd", {}, rule.layer),
            rule.cases.length ? [h("dt", {}, "Conformance"), h("dd", {}, rule.cases.slice(0, 8).join(", ")),
                h("dt", {}, "See it again"), h("dd", {}, h("code", {}, "./fenestra conformance --rule " + rule.id))] : [],
            rule.softRoce.length ? [h("dt", {}, "soft-RoCE"), h("dd", {}, rule.softRoce.slice(0, 3).map(row =>
                h("p", {}, h("b", {}, row.id), " ", row.what, ": ", row.verdict === "same" ? "does the same" : row.verdict)))] : []);
    }
}
