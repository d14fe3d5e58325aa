// What the short words mean; headings, labels and legends explain the first use of each.
const GLOSSARY = new Map(Object.entries({
    PD: "Protection domain: regions, windows and QPs work together only within one",
    CQ: "Completion queue: where the card reports what has ended",
    CQE: "Completion queue entry: the card's report that one request has ended",
    QP: "Queue pair: one end of a connection, a queue for sending and one for receiving",
    WQE: "Work queue entry: a request as the card reads it",
    HCA: "Host channel adapter: the RDMA card",
    MTT: "Memory translation table: where in memory each page of a region lies",
    MPT: "Memory protection table: the card's entry for each key, with its range and its rights",
    UMR: "User memory registration: a request that changes an entry of a key without the kernel",
    L_Key: "Local key: a program names its own memory by it to its own card",
    R_Key: "Remote key: another host names a region or a window by it",
    NAK: "Negative acknowledgement: the answer that a request is refused or must be sent again",
    RTS: "Ready to send: the state of a QP that is connected",
}));

class Glossary {
    static WORD = new RegExp(`\\b(${[...GLOSSARY.keys()].join("|")})(?=s?\\b)`);
    static LABELS = "h2, h3, th, .panel dt, .legend, .figure span, .qp, .keys small, .lanehead span, .outcome";

    /** Makes the short words in the labels below an element say what they mean. */
    static explain(root) {
        for (const label of root.querySelectorAll(Glossary.LABELS)) {
            const told = new Set();
            for (const node of [...label.childNodes].filter(child => child.nodeType === Node.TEXT_NODE || child.localName === "b")) {
                Glossary.wrap(node.localName === "b" ? node.firstChild : node, told);
            }
        }
    }

    /** Puts each word of a text that is not yet told into an element that tells it. */
    static wrap(text, told) {
        for (let rest = text, found; rest && (found = Glossary.WORD.exec(rest.data));) {
            const word = rest.splitText(found.index);
            rest = word.splitText(found[1].length);
            if (!told.has(found[1])) {
                told.add(found[1]);
                word.replaceWith(h("abbr", {class: "term", title: GLOSSARY.get(found[1])}, found[1]));
            }
        }
    }

    /** All of them, for readers without a pointer. */
    static list() {
        return h("details", {class: "glossary"}, h("summary", {}, "Words"),
            h("dl", {class: "ruletext"}, [...GLOSSARY].flatMap(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)])));
    }
}
