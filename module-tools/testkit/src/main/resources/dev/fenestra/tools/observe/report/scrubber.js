// Chapters along the time, with what was refused; and why the present one is played.
class Scrubber {
    constructor(report) {
        this.report = report;
        const {journal, machine} = report;
        this.steps = journal.chapters.filter(chapter => chapter.level === 1);
        this.refusals = machine.refusals.slice(0, 500);
        this.picture = s("svg", {role: "img", "aria-label": "Steps along the time; triangles mark refusals. Keys go there, too: Shift with an arrow, and r", height: 42});
        this.head = s("line", {y1: 2, y2: 40, class: "playhead"});
        this.range = h("input", {
            type: "range", min: 0, max: Math.max(0, journal.length - 1), id: "place", "aria-label": "Event",
            oninput: () => report.go(Number(this.range.value)),
        });
        show("scrubber", this.picture, this.range);
        new ResizeObserver(() => {
            this.plot();
            this.draw(report.at);
        }).observe(this.picture);
    }

    /** Where an event lies, in pixels; the thumb of the slider is 16 of them wide. */
    wide(i) {
        return 8 + (i / Math.max(1, this.report.journal.length - 1)) * Math.max(1, this.picture.clientWidth - 16);
    }

    plot() {
        const {journal} = this.report;
        const {lanes, count} = this.lanes();
        const high = 24 / count;
        const marks = this.steps.map((chapter, nth) => {
            const from = this.wide(journal.place(chapter.first));
            const to = this.wide(journal.place(Math.max(chapter.first, chapter.last) + 1));
            return s("g", {class: "goes", onclick: () => this.report.go(journal.place(chapter.first))},
                s("title", {}, chapter.number + "  " + chapter.title),
                s("rect", {x: from, y: 8 + lanes[nth] * high, width: Math.max(1, to - from - 2), height: count > 1 ? high - 1 : high, rx: 3, class: "step step" + nth % 2}),
                count > 2 ? null : this.label(chapter, from, to - from, 8 + (lanes[nth] + .5) * high + (count > 1 ? 4 : 5), count));
        });
        const refusals = this.refusals.map(i => this.triangle(i));
        this.picture.replaceChildren(...marks, ...refusals, this.head);
    }

    /** Steps that overlap stand below each other: the lane of each step, and how many lanes there are; at most 6. */
    lanes() {
        const ends = [];
        const lanes = this.steps.map(chapter => {
            const free = ends.findIndex(last => last < chapter.first);
            const lane = free >= 0 ? free : Math.min(ends.length, 5);
            ends[lane] = Math.max(ends[lane] ?? -1, chapter.last);
            return lane;
        });
        return {lanes, count: Math.max(1, ends.length)};
    }

    /** A refusal; the square around it is what a pointer has to hit. Its event is read when the pointer is there. */
    triangle(i) {
        const title = s("title", {}, "A refusal");
        const name = () => {
            const {host, refusal} = this.report.journal.event(i);
            title.textContent = `${host} refused by ${refusal.rule}: ${refusal.violation}`;
        };
        return s("g", {class: "goes", onpointerenter: name, onclick: () => this.report.refusal(i)}, title,
            s("rect", {class: "hit", x: this.wide(i) - 6, y: 28, width: 12, height: 14}),
            s("path", {class: "refusalmark", d: `M${this.wide(i) - 5} 40 h10 l-5 -9 z`}));
    }

    /** Number and title of a step where there is room for them, or the number alone, or nothing. */
    label(chapter, from, room, y, lanes) {
        if (room > 90 && this.steps.length < 40) {
            return s("text", {x: from + 8, y, class: "stepname" + (lanes > 1 ? " low" : "")}, this.name(chapter, room));
        }
        return room > 8 * chapter.number.length + 4
            ? s("text", {x: from + (room - 2) / 2, y, class: "stepname narrow" + (lanes > 1 ? " low" : "")}, chapter.number) : null;
    }

    name(chapter, room) {
        const text = chapter.number + "  " + chapter.title;
        const fits = Math.floor(room / 8) - 2;
        return text.length <= fits ? text : text.slice(0, fits - 1) + "…";
    }

    draw(i) {
        const {journal} = this.report;
        const x = this.wide(i);
        this.head.setAttribute("x1", x);
        this.head.setAttribute("x2", x);
        this.range.value = i;
        const step = journal.chapterAt(i, 1);
        const act = journal.chapterAt(i, 2);
        const inner = act ?? step;
        show("why",
            step && act ? h("p", {class: "step"}, "Step " + step.number + " · " + step.title) : null,
            h("h2", {}, inner ? h("span", {class: "number"}, inner.number) : null, inner?.title ?? "No chapter",
                inner?.verdict ? h("span", {class: "verdict " + (inner.verdict === "ok" ? "good" : "bad")}, inner.verdict) : null),
            inner?.why ? h("p", {class: "because"}, inner.why) : step?.why ? h("p", {class: "because"}, step.why) : null);
    }
}
