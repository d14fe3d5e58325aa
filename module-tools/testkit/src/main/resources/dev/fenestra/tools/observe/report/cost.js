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
                chapter ? h("small", {}, "this chapter: " + count(now[name] - before[name])) : null);
            return [h("div", {class: "hostfigures"}, h("h3", {}, host), figure("calls", "kernel transitions"),
                figure("pins", "pages pinned in all"), figure("translations", "MTT entries"))];
        });
        show("cost", figures, h("div", {class: "hostfigures"},
            h("div", {class: "figure clock"}, h("b", {}, nanos(present?.t ?? 0)), h("span", {}, "virtual clock"), h("small", {}, "stands still in a device")),
            h("div", {class: "figure" + (present?.cost === undefined ? " none" : "")}, h("b", {}, nanos(present?.cost ?? 0)),
                h("span", {}, "modelled cost of this event"))));
    }
}
