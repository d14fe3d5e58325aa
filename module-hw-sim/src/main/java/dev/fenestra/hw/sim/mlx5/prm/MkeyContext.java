package dev.fenestra.hw.sim.mlx5.prm;

/**
 * An mkey: 64 bytes, the same frame in CREATE_MKEY and in a UMR WQE.
 *
 * <p>The fields marked "ours" lie in reserved bits. CREATE_MKEY sets them, UMR never changes them. A driver of another
 * vendor leaves the class 0; then the mkey is an indirect one.
 */
public final class MkeyContext {
    /** Size, bytes. */
    public static final int BYTES = 64;

    private static final Layout.Builder L = Layout.of("mkey", BYTES);

    /** The mkey is free: no access is possible. */
    public static final Field FREE = L.bit("free", 0x00, 30);
    /** The upper three of five bits; the lower two are {@link #ACCESS_MODE}. */
    public static final Field ACCESS_MODE_HIGH = L.bits("access_mode_4_2", 0x00, 28, 26);

    /** Relaxed ordering of PCI writes; not used by this device. */
    public static final Field RELAXED_WRITE = L.bit("relaxed_ordering_write", 0x00, 18);
    /** Later requests of the QP wait for changes of the mkey; not needed on this device. */
    public static final Field SMALL_FENCE = L.bit("small_fence", 0x00, 16);
    /** The mkey may be changed by UMR. */
    public static final Field UMR_ENABLED = L.bit("umr_en", 0x00, 15);
    /** Right: atomics of peers. */
    public static final Field ATOMIC = L.bit("a", 0x00, 14);
    /** Right: RDMA WRITEs of peers. */
    public static final Field REMOTE_WRITE = L.bit("rw", 0x00, 13);
    /** Right: RDMA READs of peers. */
    public static final Field REMOTE_READ = L.bit("rr", 0x00, 12);
    /** Right: writes of the device for the own QPs. */
    public static final Field LOCAL_WRITE = L.bit("lw", 0x00, 11);
    /** Right: reads of the device for the own QPs. */
    public static final Field LOCAL_READ = L.bit("lr", 0x00, 10);
    /** Ours: FLUSH for persistence is allowed. */
    public static final Field FLUSH_PERSISTENT = L.bit("flush_persistent", 0x00, 7);
    /** Ours: FLUSH for global visibility is allowed. */
    public static final Field FLUSH_GLOBAL = L.bit("flush_global", 0x00, 6);

    /** The lower two bits of the access mode. */
    public static final Field ACCESS_MODE = L.bits("access_mode", 0x00, 9, 8);
    /** The QP the key is tied to; {@link #ANY_QPN} for none. */
    public static final Field QPN = L.bits("qpn", 0x04, 31, 8);

    /** The tag: the low 8 bits of the key. */
    public static final Field TAG = L.bits("mkey_7_0", 0x04, 7, 0);
    /** Ours: what kind of object this is. */
    public static final Field OBJECT_CLASS = L.bits("object_class", 0x08, 31, 28);
    /** Ours: windows may be bound to this region. */
    public static final Field MW_BIND = L.bit("mw_bind", 0x08, 27);
    /** Ours: addresses are offsets from the first byte. */
    public static final Field ZERO_BASED = L.bit("zero_based", 0x08, 26);
    /** Ours: the device picks the tag and reports it; else it takes {@link #TAG}. */
    public static final Field CHOOSE_TAG = L.bit("choose_tag", 0x08, 25);

    /** Ours: the process sees the region at the addresses by which requests name it. */
    public static final Field VIRTUAL = L.bit("iova_is_va", 0x08, 24);

    /** Ours: a region that gets its memory, its rights and its tag by REG_MR requests. */
    public static final Field FAST = L.bit("fast_register", 0x08, 23);

    /** The length is 2^64: the whole address space. */
    public static final Field LENGTH_64 = L.bit("length64", 0x0c, 31);
    /** A BSF describes signatures; not used by this device. */
    public static final Field BSF_ENABLED = L.bit("bsf_en", 0x0c, 30);
    /** Signature errors are counted; not used by this device. */
    public static final Field SIGNATURE_ERROR_COUNT = L.bit("sig_err_count", 0x0c, 26);
    /** A peer may invalidate the mkey. */
    public static final Field REMOTE_INVALIDATE = L.bit("en_rinval", 0x0c, 24);
    /** The PD. */
    public static final Field PD = L.bits("pd", 0x0c, 23, 0);
    /** Address by which requests name the first byte. */
    public static final Field START_ADDRESS = L.u64("start_addr", 0x10);
    /** Bytes. */
    public static final Field LENGTH = L.u64("len", 0x18);
    /** Length of the BSF, units of 16 bytes; not used by this device. */
    public static final Field BSF_OCTOWORDS = L.u32("bsf_octowords", 0x20);
    /** Room for translations or list entries, units of 16 bytes. */
    public static final Field TRANSLATION_OCTOWORDS = L.u32("translations_octowords", 0x34);
    /** Relaxed ordering of PCI reads; not used by this device. */
    public static final Field RELAXED_READ = L.bit("relaxed_ordering_read", 0x38, 6);
    /** log2 of the page size in bytes, at least 12. */
    public static final Field LOG_PAGE_SIZE = L.bits("log_page_size", 0x38, 5, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** {@link #QPN}: the key is tied to no QP. */
    public static final int ANY_QPN = 0xffffff;

    /** Access mode: bus addresses without translation. */
    public static final int ACCESS_MODE_PA = 0;
    /** Access mode: pages of a translation list. */
    public static final int ACCESS_MODE_MTT = 1;
    /** Access mode: entries of any length ({@link Klm}). */
    public static final int ACCESS_MODE_KLM = 2;
    /** Access mode: entries of one length. */
    public static final int ACCESS_MODE_KSM = 3;
    /** Access mode: memory of the host for the device's tables; not used by this device. */
    public static final int ACCESS_MODE_SW_ICM = 4;
    /** Access mode: memory on the card. */
    public static final int ACCESS_MODE_MEMIC = 5;
    /** Access mode: a key of another function; not used by this device. */
    public static final int ACCESS_MODE_CROSSING = 6;

    /** {@link #OBJECT_CLASS}: an indirect mkey. */
    public static final int CLASS_INDIRECT = 0;
    /** {@link #OBJECT_CLASS}: a region. */
    public static final int CLASS_MR = 1;
    /** {@link #OBJECT_CLASS}: a type-1 window. */
    public static final int CLASS_MW_TYPE_1 = 2;
    /** {@link #OBJECT_CLASS}: a type-2 window. */
    public static final int CLASS_MW_TYPE_2 = 3;
    /** {@link #OBJECT_CLASS}: pinned pages that fast registrations may name. The key gives no access. */
    public static final int CLASS_PAGES = 4;
    /** {@link #OBJECT_CLASS}: memory on the card. */
    public static final int CLASS_DEVICE_MEMORY = 5;

    private MkeyContext() {}
}
