package dev.fenestra.tools.proof.oracle.program;

/**
 * Where a request goes in the memory of the peer.
 *
 * @param key used as R_Key, of any kind
 * @param offset from the first address of the key's object
 * @param isAbsolute whether the offset is the address itself
 */
public record Target(KeyName key, long offset, boolean isAbsolute) {

    public static Target at(KeyName key, long offset) {
        return new Target(key, offset, false);
    }
}
