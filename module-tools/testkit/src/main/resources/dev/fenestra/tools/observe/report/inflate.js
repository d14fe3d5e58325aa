// Raw deflate (RFC 1951), at once: the browser's own decompression only answers later.
const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const DISTANCES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A table from the next bits to symbol and length of its code. */
function huffman(lengths) {
    const bits = Math.max(1, ...lengths);
    const table = new Uint16Array(1 << bits);
    let code = 0;
    for (let length = 1; length <= bits; length++, code <<= 1) {
        for (let symbol = 0; symbol < lengths.length; symbol++) {
            if (lengths[symbol] === length) {
                let reversed = 0;
                for (let bit = 0; bit < length; bit++) {
                    reversed |= (code >> bit & 1) << (length - 1 - bit);
                }
                for (let at = reversed; at < table.length; at += 1 << length) {
                    table[at] = symbol << 4 | length;
                }
                code++;
            }
        }
    }
    return {table, bits};
}

const FIXED = [huffman(Array.from({length: 288}, (_, n) => n < 144 ? 8 : n < 256 ? 9 : n < 280 ? 7 : 8)), huffman(new Array(30).fill(5))];

class Inflater {
    constructor(source, size) {
        Object.assign(this, {source, out: new Uint8Array(size), from: 0, at: 0, held: 0, count: 0});
    }

    bits(wanted) {
        while (this.count < wanted) {
            this.held |= this.source[this.from++] << this.count;
            this.count += 8;
        }
        const value = this.held & (1 << wanted) - 1;
        this.held >>>= wanted;
        this.count -= wanted;
        return value;
    }

    symbol({table, bits}) {
        while (this.count < bits) {
            this.held |= this.source[this.from++] << this.count;
            this.count += 8;
        }
        const entry = table[this.held & (1 << bits) - 1];
        this.held >>>= entry & 15;
        this.count -= entry & 15;
        return entry >> 4;
    }

    /** The two codes that a block brings along. */
    codes() {
        const literals = this.bits(5) + 257;
        const all = literals + this.bits(5) + 1;
        const order = new Array(19).fill(0);
        for (let n = this.bits(4) + 4, k = 0; k < n; k++) {
            order[CODE_ORDER[k]] = this.bits(3);
        }
        const code = huffman(order);
        const lengths = [];
        while (lengths.length < all) {
            const symbol = this.symbol(code);
            const [value, times] = symbol < 16 ? [symbol, 1] : symbol === 16 ? [lengths.at(-1), 3 + this.bits(2)]
                : symbol === 17 ? [0, 3 + this.bits(3)] : [0, 11 + this.bits(7)];
            for (let k = 0; k < times; k++) {
                lengths.push(value);
            }
        }
        return [huffman(lengths.slice(0, literals)), huffman(lengths.slice(literals))];
    }

    stored() {
        this.from -= this.count >> 3;
        this.held = this.count = 0;
        const length = this.source[this.from] | this.source[this.from + 1] << 8;
        this.out.set(this.source.subarray(this.from + 4, this.from + 4 + length), this.at);
        this.from += 4 + length;
        this.at += length;
    }

    block([literals, distances]) {
        const {out} = this;
        for (let symbol = this.symbol(literals); symbol !== 256; symbol = this.symbol(literals)) {
            if (symbol < 256) {
                out[this.at++] = symbol;
                continue;
            }
            const length = LENGTHS[symbol - 257] + this.bits(symbol < 265 || symbol === 285 ? 0 : (symbol - 261) >> 2);
            const far = this.symbol(distances);
            const distance = DISTANCES[far] + this.bits(far < 4 ? 0 : (far - 2) >> 1);
            for (let k = 0; k < length; k++, this.at++) {
                out[this.at] = out[this.at - distance];
            }
        }
    }

    run() {
        for (let last = 0; !last;) {
            last = this.bits(1);
            const type = this.bits(2);
            if (type === 0) {
                this.stored();
            } else {
                this.block(type === 1 ? FIXED : this.codes());
            }
        }
        return this.out;
    }
}

/** Lines of text in compressed blocks; the newest ones that were looked at are kept. */
class Pack {
    constructor(text, linesPerBlock) {
        this.blocks = text.trim().split("\n");
        this.linesPerBlock = linesPerBlock;
        this.open = new Map();
    }

    line(i) {
        const number = Math.floor(i / this.linesPerBlock);
        let lines = this.open.get(number);
        if (!lines) {
            if (this.open.size >= 64) {
                this.open.delete(this.open.keys().next().value);
            }
            lines = this.lines(this.blocks[number]);
            this.open.set(number, lines);
        }
        return lines[i % this.linesPerBlock];
    }

    lines(block) {
        const [size, data] = block.split(":");
        const text = atob(data);
        const bytes = new Uint8Array(text.length);
        for (let k = 0; k < bytes.length; k++) {
            bytes[k] = text.charCodeAt(k);
        }
        return new TextDecoder().decode(new Inflater(bytes, Number(size)).run()).split("\n");
    }
}
