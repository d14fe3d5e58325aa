package dev.fenestra.tools.observe.report;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * An event in the JSON of a journal. Members that its kind does not have are absent.
 *
 * @param n place in the order
 * @param t virtual time, nanoseconds
 * @param kind name of the event's record in {@link dev.fenestra.tools.observe.journal.JournalEvent}
 * @param text what happened, in one line
 * @param cost modelled, nanoseconds
 * @param cause sequence of the event that led to this one
 * @param qp number of the QP; of a packet, of the one that sends it
 * @param wr number of the request that the program gave
 * @param state of the QP from now on
 * @param errno that the system call returned, if it was refused
 * @param pages pinned (positive) or unpinned (negative)
 * @param translations entries of the translation table written
 * @param args what a verb or a system call was given, by name, in the order of the call
 * @param mtt the translations that were written or removed
 * @param before the key's entry until now
 * @param after the key's entry from now on
 * @param bytes that the event is about, hexadecimal
 * @param of what they are: "send WQE", "CQE", "packet headers" or "mkey entry"
 */
@JsonClassDescription("an event")
public record EventRow(
        long n,
        long t,
        String host,
        String layer,
        String kind,
        String text,
        @Nullable Double cost,
        @Nullable Long cause,
        @Nullable Integer qp,
        @Nullable Long wr,
        @Nullable String state,
        @Nullable Integer errno,
        @Nullable Long pages,
        @Nullable Integer translations,
        @Nullable SequencedMap<String, String> args,
        @Nullable MttRow mtt,
        @Nullable KeyRow before,
        @Nullable KeyRow after,
        @Nullable PacketRow packet,
        @Nullable RefusalRow refusal,
        @Nullable String of,
        @Nullable String bytes) {

    /**
     * Translations, one after the other.
     *
     * @param key index of the on-demand region; absent for entries of the translation table
     * @param first number of the first entry; of an on-demand region, of its page
     * @param count how many the command named
     * @param values of the first 64: bus addresses with permission bits, 1 to read and 2 to write; 0x0 for none
     */
    public record MttRow(@Nullable String key, long first, long count, List<String> values) {
        public MttRow {
            values = List.copyOf(values);
        }
    }

    /**
     * An entry of the key table, in words.
     *
     * @param key with its present tag
     * @param object "region", "type-1 window", "type-2 window", "mkey", "page list" or "device memory"
     * @param free not bound, configured or registered
     * @param start address by which requests name the first byte
     * @param rights such as "remote-write"
     * @param qp that a window is tied to
     * @param region key of a bound window's region
     * @param windows bound to a region
     * @param translation of a region of pinned pages: number of its first entry in the translation table
     * @param pages the first 64 of a region: bus addresses. In place of the address of a page that an on-demand region
     *     has not now stands "absent", "swapped", "unmapped", "replaced" or "protected"
     * @param pageBytes size of such a page
     */
    public record KeyRow(
            String key,
            String object,
            boolean free,
            int pd,
            String start,
            long length,
            List<String> rights,
            @Nullable Integer qp,
            @Nullable String region,
            int windows,
            @Nullable Integer translation,
            @Nullable List<String> pages,
            @Nullable Long pageBytes) {
        public KeyRow {
            rights = List.copyOf(rights);
            pages = pages == null ? null : List.copyOf(pages);
        }
    }

    /**
     * A packet, or several of one message.
     *
     * @param name its opcode
     * @param to the host at which it arrived; absent for one that was lost
     * @param toQp the QP it is for
     * @param answer ACK or the NAK; absent for a request
     * @param again it was sent before
     * @param original sequence of its first transmission, when it was sent before
     * @param leaves when it begins to leave by the model of captures, nanoseconds
     * @param arrives when it has arrived by that model; absent for one that was lost
     * @param comment which request it serves, as the comment of a capture says it
     * @param frame its first bytes from Ethernet on, hexadecimal: all, or up to 64 bytes of payload
     * @param frameBytes of the whole frame
     * @param payloadAt offset of the payload in the frame
     */
    public record PacketRow(
            String name,
            @Nullable String to,
            int toQp,
            int psn,
            @Nullable String address,
            @Nullable String key,
            @Nullable Long length,
            long payload,
            @Nullable String answer,
            boolean again,
            int count,
            @Nullable Long original,
            @Nullable Long leaves,
            @Nullable Long arrives,
            @Nullable String comment,
            @Nullable String frame,
            @Nullable Integer frameBytes,
            @Nullable Integer payloadAt) {}

    /**
     * A refusal.
     *
     * @param violation what was the case
     * @param outcome what it led to
     * @param values what was compared, as in the log
     * @param access the access that was refused; absent when the request used no remote key
     * @param checks in the order in which the device makes them; empty when they are not known
     * @param variants of the access; absent when the checks are not known
     */
    public record RefusalRow(
            String rule,
            String violation,
            String outcome,
            String values,
            @Nullable AccessRow access,
            List<CheckRow> checks,
            @Nullable List<VariantRow> variants) {
        public RefusalRow {
            checks = List.copyOf(checks);
            variants = variants == null ? null : List.copyOf(variants);
        }
    }

    /** The access that a peer wanted: a right to a number of bytes at an address, by a key. */
    public record AccessRow(String key, String address, long length, String right, int qp, int pd) {}

    /**
     * The same access with one difference, by the same checks.
     *
     * @param what the difference
     * @param rule that refuses it; empty when it is granted
     */
    public record VariantRow(String what, String rule) {}

    /**
     * A check that the device made, or would have made next.
     *
     * @param rule its id
     * @param what is checked, in a word
     * @param asked the value of the access
     * @param found the value in the table
     * @param verdict "passed", "refused", or "not reached"
     */
    public record CheckRow(String rule, String what, String asked, String found, String verdict) {}
}
