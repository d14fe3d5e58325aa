// The report: where it stands, and everything that shows this moment.
class Report {
    constructor(journal, fields, programs) {
        this.journal = journal;
        this.at = 0;
        this.rows = null;
        this.zoomed = "events";
        this.machine = new Machine(journal);
        this.chapterStarts = new Map(journal.chapters.map(chapter => [chapter.first, chapter]));
        this.programs = new Programs(this, programs);
        this.quiz = new Quiz(this);
        this.finder = new Finder(this);
        this.ladder = new Ladder(this);
        this.card = new RefusalCard(this);
        this.exports = new Exports(this);
        this.tour = new Tour(this);
        new OpeningNote(journal.index);
        this.views = [new Scrubber(this), this.ladder, new Strip(this), new Tables(this), this.card, new Detail(this), new ByteView(this, fields),
            new CostRibbon(this), this.quiz, this.exports, this.tour];
        document.addEventListener("keydown", event => this.press(event));
        window.addEventListener("hashchange", () => this.follow());
        this.follow();
    }

    /** Goes where the link says. */
    follow() {
        const linked = /^#event=(\d+)$/.exec(location.hash);
        this.go(linked ? this.journal.place(Number(linked[1])) : this.present ? this.at : this.journal.place(this.journal.index.opens.event), false);
    }

    /** Copies the address that opens the report at this event. */
    async copyLink() {
        const link = location.href.replace(/#.*/, "") + "#event=" + this.present.n;
        history.replaceState(null, "", link);
        const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false) || this.copyOld(link);
        this.finder.link.textContent = isCopied ? "Link copied" : "Link is in the address bar";
        setTimeout(() => this.finder.link.textContent = "Copy link", 2000);
    }

    /** For pages to which a browser denies its clipboard. */
    copyOld(text) {
        const field = document.body.appendChild(h("textarea", {"aria-hidden": "true", class: "skip"}));
        field.value = text;
        field.select();
        const isCopied = document.execCommand("copy");
        field.remove();
        return isCopied;
    }

    go(i, link = true) {
        if (this.journal.length === 0) {
            return;
        }
        this.at = Math.min(Math.max(i, 0), this.journal.length - 1);
        this.present = this.journal.event(this.at);
        document.body.dataset.event = this.present.n;
        for (const view of this.views) {
            view.draw(this.at);
        }
        if (link) {
            history.replaceState(null, "", "#event=" + this.present.n);
        }
    }

    /** One row on or back, among those that are shown. */
    step(by) {
        if (!this.rows) {
            this.go(this.at + by);
        } else if (this.rows.length) {
            const row = this.ladder.rowOf(this.at);
            this.go(this.rows[Math.min(Math.max(row + by, 0), this.rows.length - 1)]);
        }
    }

    chapter(by) {
        const n = this.present?.n ?? 0;
        const starts = this.journal.chapters.filter(chapter => chapter.last >= chapter.first).map(chapter => chapter.first);
        const wanted = by > 0 ? starts.find(first => first > n) : starts.findLast(first => first < n);
        if (wanted !== undefined) {
            this.go(this.journal.place(wanted));
        }
    }

    nextRefusal() {
        const {refusals} = this.machine;
        const next = refusals[Machine.passed(refusals, this.at)] ?? refusals[0];
        if (next !== undefined) {
            this.refusal(next);
        }
    }

    /** Goes to a refusal, and brings its card into sight. */
    refusal(i) {
        this.go(i);
        this.card.reveal();
    }

    nextPacket() {
        const {wr, packet} = this.present ?? {};
        const test = i => this.journal.kind(i).startsWith("Packet")
            && (wr === undefined || this.journal.event(i).wr === wr || this.journal.event(i).packet.psn === packet?.psn);
        this.go(this.journal.next(this.at, 1, test));
    }

    filter() {
        this.zoomed = panel("zoom").value;
        this.rows = this.finder.rows();
        this.go(this.at);
    }

    /** Lights up every use of a key. */
    find(key) {
        this.key = this.key === key ? null : key;
        this.finder.search.value = this.key ?? "";
        this.filter();
    }

    play() {
        clearInterval(this.timer);
        this.playing = !this.playing;
        this.finder.play.textContent = this.playing ? "Pause" : "Play";
        if (this.playing) {
            this.timer = setInterval(() => this.at + 1 < this.journal.length ? this.step(1) : this.play(), 600);
        }
    }

    theme() {
        const root = document.documentElement;
        const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = dark ? "light" : "dark";
    }

    press(event) {
        if (event.key === "Escape") {
            this.tour.toggleHelp(false);
            event.target.blur();
        }
        if (event.target.matches("input[type=search], select") && !(event.key === "/" && event.target.matches("select")) || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const isOperated = event.target.matches("button, summary");
        const deeds = {
            ArrowRight: () => event.shiftKey ? this.chapter(1) : this.step(1),
            ArrowLeft: () => event.shiftKey ? this.chapter(-1) : this.step(-1),
            ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1),
            r: () => this.nextRefusal(), p: () => this.nextPacket(), "/": () => this.finder.search.focus(),
            "?": () => this.tour.toggleHelp(), c: () => this.copyLink(),
            " ": () => isOperated ? null : this.play(),
        };
        if (deeds[event.key]) {
            if (!(event.key === " " && isOperated)) {
                event.preventDefault();
            }
            deeds[event.key]();
        }
    }
}

window.report = new Report(
    new Journal(JSON.parse(panel("journal").textContent), JSON.parse(panel("index").textContent), panel("events").textContent),
    panel("fields").textContent, panel("programs").textContent);
document.body.classList.add("ready");
