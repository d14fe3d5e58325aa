package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.AhAttributes;

/** A path to a port, for datagrams. Requests copy it when they are posted, so it may be closed then. */
public final class AddressHandle extends VerbsObject {
    private final AhAttributes attributes;
    private final UserAh user;

    AddressHandle(Context context, int handle, AhAttributes attributes, UserAh user) {
        super(context, handle);
        this.attributes = attributes;
        this.user = user;
    }

    public AhAttributes attributes() {
        return attributes;
    }

    UserAh user() {
        checkOpen();
        return user;
    }

    @Override
    String kind() {
        return "AH";
    }

    @Override
    void destroy() {
        context().calling("ibv_destroy_ah");
        context().kernel().destroyAh(handle());
    }
}
