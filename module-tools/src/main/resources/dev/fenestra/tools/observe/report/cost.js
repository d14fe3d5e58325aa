// What the control path has cost each host up to this moment, and the modelled time of this event.
class CostRibbon {
    constructor(report) {
        this.report = report;
    }

    draw(i) {
        const {journal, machine, present} = this.report;
        const chapter = journal.chaptersAt(i).at(-1);
        const figures = journal.hosts.flatMap((host, nth) => {
            const now = machine.spent(nth, i);
            const before = chapter ? machine.spent(nth, journal.place(chapter.first) - 1) : now;
            const figure = (name, title) => h("div", {class: "figure" + (now[name] > before[name] ? " grew" : "")},
                h("b", {}, count(now[name])), h("span", {}, title),
                h("small", {}, now[name] > before[name] ? "+" + count(now[name] - before[name]) + " here" : "none here"));
            return [h("div", {class: "hostfigures"}, h("h3", {}, host), figure("calls", "kernel transitions"),
                figure("pins", "pages pinned"), figure("translations", "MTT entries"))];
        });
        show("cost", figures, h("div", {class: "hostfigures"}, h("h3", {}, "this event"),
            h("div", {class: "figure"}, h("b", {}, present?.cost === undefined ? "–" : nanos(present.cost)), h("span", {}, "modelled"), h("small", {}, "a model, no measurement")),
            h("div", {class: "figure"}, h("b", {}, nanos(present?.t ?? 0)), h("span", {}, "virtual clock"), h("small", {}, "stands still in a device"))));
    }
}
