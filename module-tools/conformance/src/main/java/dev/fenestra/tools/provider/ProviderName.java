package dev.fenestra.tools.provider;

import dev.fenestra.ib.core.spi.RdmaDriver;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/**
 * The name of a new provider: of its driver, its module and package ({@code name.rdma}) and, capitalised, its classes.
 *
 * @param lower as given
 */
public record ProviderName(String lower) {
    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9]{0,30}");

    /** Top-level package names that other packages use. */
    private static final Set<String> TAKEN = Set.of("java", "javax", "jdk", "sun", "dev", "org", "com");

    /**
     * Checks a name.
     *
     * @throws ProviderException when it cannot be the name of a package and of a driver
     */
    public static ProviderName of(String name) throws ProviderException {
        if (!FORM.matcher(name).matches()) {
            throw new ProviderException("'" + name.replaceAll("\\p{Cntrl}", "?")
                    + "' cannot name a provider: use 1 to 31 lower-case letters and digits, a letter first.");
        }
        if (SourceVersion.isKeyword(name) || TAKEN.contains(name)) {
            throw new ProviderException("'" + name + "' cannot name a provider: no package may be called so.");
        }
        for (RdmaDriver driver : ServiceLoader.load(RdmaDriver.class)) {
            if (driver.name().equals(name)) {
                throw new ProviderException("'" + name + "' cannot name a new provider: there is one of this name.");
            }
        }
        return new ProviderName(name);
    }

    /** For class names. */
    public String capitalised() {
        return Character.toUpperCase(lower.charAt(0)) + lower.substring(1);
    }

    /** For ids of rules. */
    public String upper() {
        return lower.toUpperCase(Locale.ROOT);
    }
}
