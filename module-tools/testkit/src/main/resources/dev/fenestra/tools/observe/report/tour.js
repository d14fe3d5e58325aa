// The first five minutes with the report, stop by stop; and what each key does.
class Tour {
    static KEYS = [
        ["→ ←", "one event on or back"], ["Shift with → ←", "next chapter, or the one before"], ["r", "next refusal"],
        ["p", "next packet of the same request"], ["c", "copy a link to this event"], ["space", "play"],
        ["/", "search; Escape leaves the search"], ["?", "these keys, and the tour"],
    ];

    /** What is shown in every journal: an element, and a sentence about it. */
    static VIEWS = [
        {at: "ladder", text: "Each row is one step between program, kernel (the grey bar), driver and card. The right arrow goes to the next row; all panels show the moment after it."},
        {at: "scrubber", text: "The blocks are steps along the time, the triangles are refusals. r goes to the next refusal, Shift with an arrow to the next chapter."},
        {at: "card", refusal: true, text: "When a card refuses, its checks stand here with the two values that each compares. “What if” judges the same access with one difference."},
    ];

    /** Where a journal has such a chapter: what its end shows. */
    static CHAPTERS = [
        {title: /writes to the region with its R_Key/, refusal: true, at: "card", text: "A key is no permission: it names a region, tag and PD are right, but the entry grants no remote-write."},
        {title: /binds it, write-only/, at: "cost", text: "A bind jumps over the kernel: “this chapter: 0” under transitions, pages and MTT entries. Registering has pinned and translated all pages before."},
        {title: /reads through .* which is write-only/, refusal: true, at: "card", text: "A READ through a window that grants only writing: all checks pass but the right."},
        {title: /writes with the old key/, refusal: true, at: "card", text: "Bob has bound the window again, so its tag has changed. The old key still names the window, and is worth nothing."},
        {title: /one byte past its end/, refusal: true, at: "strip", text: "The red block is the one byte outside of the window. The card refuses the whole WRITE."},
        {title: /writes with the invalidated key/, refusal: true, at: "card", text: "A window of type 2 was given back by SEND_WITH_INV. The key is right, but bound to nothing. Now try the quiz."},
    ];

    constructor(report) {
        this.report = report;
        this.stops = this.all();
        this.nth = -1;
        if (!location.hash && !this.isSeen()) {
            this.nth = 0;
        }
    }

    all() {
        const {journal, machine} = this.report;
        const chapters = Tour.CHAPTERS.map(stop => ({...stop, chapter: journal.chapters.find(chapter => stop.title.test(chapter.title))}))
            .filter(stop => stop.chapter);
        return [...Tour.VIEWS.filter(stop => !stop.refusal || machine.refusals.length), ...chapters];
    }

    /** A browser may keep nothing for a page from a file. Then the tour is shown again. */
    isSeen() {
        try {
            return localStorage.getItem("fenestra-tour") === "seen";
        } catch {
            return false;
        }
    }

    end() {
        this.nth = -1;
        try {
            localStorage.setItem("fenestra-tour", "seen");
        } catch {
            // The tour is shown again, no more.
        }
        this.draw();
    }

    start() {
        this.toggleHelp(false);
        this.to(0);
    }

    /** To a stop; one of a chapter goes to its refusal or its end. */
    to(nth) {
        this.nth = nth;
        const {at, chapter, refusal} = this.stops[nth];
        const {journal, machine} = this.report;
        if (chapter) {
            const [first, last] = [journal.place(chapter.first), journal.place(chapter.last)];
            this.report.go((refusal ? machine.refusals.find(i => i >= first && i <= last) : undefined) ?? last);
        } else if (refusal && panel("card").hidden) {
            this.report.go(machine.refusals[0]);
        } else {
            this.draw();
        }
        panel(at).scrollIntoView({block: "nearest"});
    }

    draw() {
        const stop = this.stops[this.nth];
        document.querySelectorAll(".toured").forEach(element => element.classList.remove("toured"));
        panel("tour").hidden = !stop;
        if (!stop) {
            show("tour");
            return;
        }
        panel(stop.at).classList.add("toured");
        const isLast = this.nth === this.stops.length - 1;
        show("tour", h("p", {class: "stop"}, h("b", {}, `Tour, ${this.nth + 1} of ${this.stops.length}. `), stop.text),
            h("div", {class: "tools"}, this.nth > 0 ? h("button", {id: "tourback", onclick: () => this.to(this.nth - 1)}, "Back") : null,
                isLast ? null : h("button", {id: "tournext", onclick: () => this.to(this.nth + 1)}, "Next"),
                h("button", {id: "tourend", title: "? shows the tour again", onclick: () => this.end()}, isLast ? "End the tour" : "No tour")));
    }

    /** Shows or hides the keys. */
    toggleHelp(on = panel("help").hidden) {
        panel("help").hidden = !on;
        if (on) {
            show("help", h("div", {class: "panelhead"}, h("h2", {}, "Keys"), h("div", {class: "tools"},
                h("button", {id: "starttour", onclick: () => this.start()}, "Tour: the first five minutes"),
                h("button", {id: "closehelp", onclick: () => this.toggleHelp(false)}, "Close"))),
            h("dl", {class: "keys"}, Tour.KEYS.map(([key, deed]) => h("div", {}, h("dt", {}, key), h("dd", {}, deed)))));
            panel("help").scrollIntoView({block: "nearest"});
            panel("help").focus();
        }
    }
}

// What a report tells before anything else: the failure for which it was written.
class OpeningNote {
    constructor({opens}) {
        panel("opening").hidden = !opens.title;
        if (opens.title) {
            const [first, ...rest] = opens.message.trim().split("\n");
            show("opening", h("h2", {}, opens.title), h("p", {class: "message"}, first),
                rest.length ? h("details", {}, h("summary", {}, "The whole message"), h("pre", {tabindex: 0}, opens.message)) : null);
        }
    }
}
