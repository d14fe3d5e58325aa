// A capture of packets (pcapng): an interface for each host, a comment for each packet, times in nanoseconds.
class Pcapng {
    constructor(hosts) {
        this.blocks = [];
        const text = new TextEncoder();
        this.option = (code, bytes) => [...Pcapng.u16(code), ...Pcapng.u16(bytes.length), ...Pcapng.padded(bytes)];
        this.words = (code, words) => this.option(code, [...text.encode(words)].slice(0, 65535));
        this.block(0x0a0d0d0a, [...Pcapng.u32(0x1a2b3c4d), ...Pcapng.u16(1), ...Pcapng.u16(0), ...new Array(8).fill(255)]);
        for (const host of hosts) {
            this.block(1, [...Pcapng.u16(1), ...Pcapng.u16(0), ...Pcapng.u32(0), ...this.words(2, host), ...this.option(9, [9]), 0, 0, 0, 0]);
        }
    }

    static u16(number) {
        return [number & 255, number >> 8 & 255];
    }

    static u32(number) {
        return [number & 255, number >>> 8 & 255, number >>> 16 & 255, number >>> 24 & 255];
    }

    static padded(bytes) {
        return [...bytes, ...new Array((4 - bytes.length % 4) % 4).fill(0)];
    }

    block(type, body) {
        const length = Pcapng.u32(body.length + 12);
        this.blocks.push(Uint8Array.from([...Pcapng.u32(type), ...length, ...body, ...length]));
    }

    /** A packet whose frame may be cut: the bytes that there are, and the length that it had. */
    packet(host, time, frame, length, comment) {
        const bytes = frame.match(/../g).map(digits => parseInt(digits, 16));
        const nanos = BigInt(time);
        this.block(6, [...Pcapng.u32(host), ...Pcapng.u32(Number(nanos >> 32n)), ...Pcapng.u32(Number(nanos & 0xffffffffn)),
            ...Pcapng.u32(bytes.length), ...Pcapng.u32(length), ...Pcapng.padded(bytes), ...this.words(1, comment),
            ...this.option(2, Pcapng.u32(2)), 0, 0, 0, 0]);
    }
}
