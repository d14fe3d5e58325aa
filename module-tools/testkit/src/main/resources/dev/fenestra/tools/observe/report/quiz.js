// The quiz: at the start of a chapter the outcome is hidden until the reader has guessed the status of its completion.
class Quiz {
    /** What each status means for the program. */
    static WORDS = {
        SUCCESS: "It succeeds", REM_ACCESS_ERR: "The other card refuses the access", MW_BIND_ERR: "Its own card refuses the bind",
        LOC_PROT_ERR: "Its own card refuses a local key", REM_INV_REQ_ERR: "The other card calls the request invalid",
        REM_OP_ERR: "The other card cannot do it", LOC_QP_OP_ERR: "Its own card calls the request invalid",
        LOC_LEN_ERR: "The length does not fit", LOC_ACCESS_ERR: "Its own card refuses what arrives", WR_FLUSH_ERR: "It is flushed",
        RNR_RETRY_EXC_ERR: "The other side is never ready", RETRY_EXC_ERR: "No answer comes",
    };

    constructor(report) {
        this.report = report;
        this.guesses = new Map();
        this.asks = report.journal.chapters.filter(chapter => chapter.level === 2 && chapter.verdict && chapter.last >= chapter.first);
    }

    /** On or off; it begins with the first chapter at or behind the present one, or with the first of all. */
    toggle() {
        this.on = !this.on;
        document.body.classList.toggle("quizzing", this.on);
        if (this.on) {
            this.guesses.clear();
            this.next(true);
        } else {
            this.draw();
        }
    }

    next(fromHere = false) {
        const n = this.report.present?.n ?? 0;
        const chapter = this.asks.find(one => (fromHere ? one.last >= n : one.first > n) && this.statusOf(one))
            ?? (fromHere ? this.asks.find(one => this.statusOf(one)) : undefined);
        this.ended = !chapter;
        if (chapter) {
            this.report.go(this.report.journal.place(chapter.first));
        } else {
            this.draw();
        }
    }

    /** How a chapter ends for the program: the first completion that failed by itself; null where nothing completes. */
    statusOf(chapter) {
        const {journal} = this.report;
        let status = null;
        for (let i = journal.place(chapter.first); i <= journal.place(chapter.last); i++) {
            if (journal.kind(i) === "Polled") {
                const [found] = /[A-Z_]+$/.exec(journal.event(i).text) ?? [null];
                status = status === null || status === "SUCCESS" || status === "WR_FLUSH_ERR" ? found ?? status : status;
            }
        }
        return status;
    }

    chapterHere() {
        const n = this.report.present?.n;
        return this.asks.find(chapter => chapter.first <= n && n <= chapter.last && this.statusOf(chapter));
    }

    guess(chapter, status) {
        this.guesses.set(chapter.number, status === this.statusOf(chapter));
        this.report.go(this.refusalIn(chapter) ?? this.report.journal.place(chapter.last));
        panel("quiz").querySelector("button")?.focus();
    }

    /** The place of the first refusal in a chapter. */
    refusalIn(chapter) {
        const {machine, journal} = this.report;
        return machine.refusals.find(i => i >= journal.place(chapter.first) && i <= journal.place(chapter.last));
    }

    /** Why a chapter ends as it does, in a sentence. */
    why(chapter) {
        const i = this.refusalIn(chapter);
        if (i === undefined) {
            return this.statusOf(chapter) === "SUCCESS" ? "All checks passed." : "No check refused it.";
        }
        const {host, refusal} = this.report.journal.event(i);
        return `Rule ${refusal.rule} on ${host}: ${refusal.violation}.`;
    }

    draw() {
        const chapter = this.on && !this.ended ? this.chapterHere() : null;
        const asking = Boolean(chapter) && !this.guesses.has(chapter.number);
        document.body.classList.toggle("asking", asking);
        panel("quiz").hidden = !this.on;
        if (!this.on) {
            return;
        }
        const right = [...this.guesses.values()].filter(Boolean).length;
        const score = h("p", {class: "score"}, `${right} of ${this.guesses.size} right`);
        const leave = h("button", {id: "leavequiz", onclick: () => this.toggle()}, "End the quiz");
        const next = h("button", {id: "nextquestion", onclick: () => this.next()}, "Next question");
        if (this.ended) {
            const end = this.guesses.size ? "That was the last question." : "No chapter here ends with a completion.";
            show("quiz", h("h2", {}, end), this.guesses.size ? score : null, leave);
        } else if (!chapter) {
            show("quiz", h("p", {}, "Nothing to guess here."), next, score, leave);
        } else if (asking) {
            const statuses = [...new Set(["SUCCESS", "REM_ACCESS_ERR", "MW_BIND_ERR", "LOC_PROT_ERR", this.statusOf(chapter)])];
            show("quiz", h("h2", {}, "How does this end?"),
                h("div", {class: "tools"}, statuses.map(status => h("button", {class: "guess", onclick: () => this.guess(chapter, status)},
                    Quiz.WORDS[status] ? [Quiz.WORDS[status] + " ", h("code", {}, status)] : status))),
                score, leave);
        } else {
            const isRight = this.guesses.get(chapter.number);
            show("quiz", h("h2", {class: isRight ? "good" : "bad"}, `${isRight ? "Right" : "No"}: ${this.statusOf(chapter)}.`), h("p", {class: "reason"}, this.why(chapter)), next, score, leave);
        }
    }
}
