package dev.fenestra.tools.serve;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.input.Whole;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A host of a server. Absent members have their usual values.
 *
 * @param provider name of the driver of its card; it wins over that of the server
 * @param windows memory windows of its card
 * @param paging what its card can do with memory that is paged on demand
 * @param iommu whether one stands between card and memory
 * @param memoryBytes physical memory
 * @param lockLimitBytes what each process may pin (RLIMIT_MEMLOCK)
 * @param keys how its card picks keys
 * @param keySeed seed of the keys, so that a run can be repeated
 * @param link whether the cable of its port is plugged in
 * @param driverOptions options of its driver, by name
 */
record HostEntry(
        Name name,
        @Nullable String provider,
        @Nullable WindowSupport windows,
        @Nullable Paging paging,
        @Nullable Boolean iommu,

        @JsonProperty("memory_bytes") @Whole(least = LEAST_MEMORY, most = MOST_MEMORY) @Nullable
        Long memoryBytes,

        @JsonProperty("lock_limit_bytes") @Whole(least = 0, most = MOST_MEMORY) @Nullable
        Long lockLimitBytes,

        @Nullable Keys keys,

        @JsonProperty("key_seed") @Whole(orText = true) @Nullable
        Long keySeed,

        @Nullable Cable link,
        @JsonProperty("driver_options") @Nullable Map<String, String> driverOptions) {
    private static final long LEAST_MEMORY = 1L << 24;
    private static final long MOST_MEMORY = 1L << 42;

    /** The host when there is no file. */
    static HostEntry named(String name) {
        return new HostEntry(Name.of(name), null, null, null, null, null, null, null, null, null, null);
    }

    /** How a port is connected. */
    enum Cable {
        UP,
        DOWN
    }

    /** The extent of on-demand paging. */
    enum Paging {
        NONE(OdpSupport.NONE),
        /** Regions, not whole address spaces. */
        RANGES(OdpSupport.FULL.explicitOnly()),
        FULL(OdpSupport.FULL);

        private final OdpSupport support;

        Paging(OdpSupport support) {
            this.support = support;
        }
    }

    /** The name of a host, which also names a folder. */
    @JsonClassDescription("a name of letters, digits, - and _")
    record Name(String text) {
        private static final Pattern GOOD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");

        /** {@link IllegalArgumentException} for a name that cannot be that of a folder. */
        @JsonCreator
        static Name of(String text) {
            if (!GOOD.matcher(text).matches()) {
                throw new IllegalArgumentException(
                        "a host has a name of up to 63 letters, digits, - and _, not " + Shown.text(text));
            }
            return new Name(text);
        }
    }

    /** The name of a {@link KeyPolicy}. */
    @JsonClassDescription("the name of a key policy")
    record Keys(String policy) {
        @JsonCreator
        static Keys of(String text) {
            if (!KeyPolicy.NAMES.contains(text.toUpperCase(Locale.ROOT))) {
                throw new IllegalArgumentException("expected one of "
                        + KeyPolicy.NAMES.stream()
                                .map(name -> name.toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))
                        + ", not " + Shown.text(text));
            }
            return new Keys(text);
        }
    }

    HostConfig host(HostConfig config) {
        HostConfig changed = iommu != null && iommu ? config.withIommu() : config;
        changed = memoryBytes == null ? changed : changed.withMemory(memoryBytes);
        changed = lockLimitBytes == null ? changed : changed.withLockLimit(lockLimitBytes, false);
        if (driverOptions != null) {
            for (Map.Entry<String, String> option : driverOptions.entrySet()) {
                changed = changed.withDriverOption(option.getKey(), option.getValue());
            }
        }
        return changed;
    }

    HcaConfig card(HcaConfig config) {
        HcaConfig changed = windows == null ? config : config.withWindows(windows);
        changed = paging == null ? changed : changed.withOdp(paging.support);
        if (keys == null) {
            return changed;
        }
        return changed.withKeys(
                KeyPolicy.named(keys.policy, keySeed == null ? new SecureRandom().nextLong() : keySeed));
    }

    /**
     * Checks that the card of the host can be as it is described. An HCA of hw-sim was made so.
     *
     * @throws IllegalArgumentException when it has no such thing; the message names the member
     */
    void check(BenchHost host) {
        if (host.isConfigured()) {
            return;
        }
        if (windows != null && !host.offers(windows)) {
            throw refused(host, "windows", "its windows are of other types");
        }
        if (paging != null) {
            throw refused(host, "paging", "its paging is as its driver makes it");
        }
        if (keys != null) {
            throw refused(host, "keys", "its driver picks them");
        }
        if (link != null && host.simulated().isEmpty()) {
            throw refused(host, "link", "nothing pulls its cable");
        }
    }

    private static IllegalArgumentException refused(BenchHost host, String member, String why) {
        return new IllegalArgumentException("the card of " + host.name() + " cannot have " + member + ": " + why);
    }

    boolean isDown() {
        return link == Cable.DOWN;
    }
}
