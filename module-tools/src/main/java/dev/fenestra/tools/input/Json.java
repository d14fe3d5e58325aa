package dev.fenestra.tools.input;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/**
 * Writes JSON as all commands do: indented by two spaces, the components of a record in their order. The package of a
 * record must be open to Gson. {@link JsonNode} reads.
 */
public final class Json {
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
    private static final Gson WITH_NULLS = GSON.newBuilder().serializeNulls().create();

    private Json() {}

    /**
     * Writes a value; components that are null are left out.
     *
     * @param value a record, a list, a map or a tree of Gson's
     */
    public static String write(Object value) {
        return GSON.toJson(value);
    }

    /** The same, with {@code null} for components that are null. */
    public static String writeWithNulls(Object value) {
        return WITH_NULLS.toJson(value);
    }
}
