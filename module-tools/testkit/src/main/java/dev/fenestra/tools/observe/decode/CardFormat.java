package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.efa.EfaFormats;
import dev.fenestra.hw.sim.efa.EfaPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hns.HnsFormats;
import dev.fenestra.hw.sim.hns.HnsPlaces;
import dev.fenestra.hw.sim.irdma.IrdmaFormats;
import dev.fenestra.hw.sim.irdma.IrdmaPlaces;
import dev.fenestra.hw.sim.mlx4.Mlx4Formats;
import dev.fenestra.hw.sim.mlx4.Mlx4Places;
import dev.fenestra.hw.sim.rxe.RxeFormats;
import dev.fenestra.hw.sim.rxe.RxePlaces;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** The cards whose queues are tables: card, user half and decoder read the same ones. */
public enum CardFormat {
    EFA(
            EfaFormats.SENDS,
            EfaFormats.SENDS,
            _ -> new EfaPlaces(new AddressHandles(), 0),
            List.of(EfaFormats.NAME, EfaFormats.META, EfaFormats.PHASE, EfaFormats.FIRST, EfaFormats.LAST),
            EfaFormats.RECEIVES,
            EfaFormats.RECEIVES,
            EfaFormats.COMPLETIONS),
    IRDMA(
            IrdmaFormats.SENDS,
            IrdmaFormats.SENDS,
            _ -> new IrdmaPlaces(new AddressHandles(), 0),
            List.of(IrdmaFormats.MORE),
            IrdmaFormats.RECEIVES,
            IrdmaFormats.RECEIVES,
            IrdmaFormats.COMPLETIONS),
    MLX4(
            Mlx4Formats.SENDS,
            Mlx4Formats.DATAGRAMS,
            bytes -> new Mlx4Places(bytes, 0),
            List.of(Mlx4Formats.OWNER, Mlx4Formats.SIZE),
            Mlx4Formats.RECEIVES,
            Mlx4Formats.SHARED_RECEIVES,
            Mlx4Formats.COMPLETIONS),
    RXE(
            RxeFormats.SENDS,
            RxeFormats.SENDS,
            _ -> new RxePlaces(new AddressHandles(), 0),
            List.of(),
            RxeFormats.RECEIVES,
            RxeFormats.RECEIVES,
            RxeFormats.COMPLETIONS),
    HNS(
            HnsFormats.SENDS,
            HnsFormats.DATAGRAMS,
            _ -> HnsPlaces.WITHOUT_RING,
            List.of(HnsFormats.OWNER, HnsFormats.FURTHER),
            HnsFormats.RECEIVES,
            HnsFormats.RECEIVES,
            HnsFormats.COMPLETIONS);

    private final SendFormat sends;
    private final SendFormat datagrams;
    private final IntFunction<SendPlaces> places;
    private final List<Word> always;
    private final ReceiveFormat receives;
    private final ReceiveFormat sharedReceives;
    private final CompletionFormat completions;

    /**
     * @param places of the parts of a request, by its bytes
     * @param always words of each send request that have no meaning to the engine
     */
    CardFormat(
            SendFormat sends,
            SendFormat datagrams,
            IntFunction<SendPlaces> places,
            List<Word> always,
            ReceiveFormat receives,
            ReceiveFormat sharedReceives,
            CompletionFormat completions) {
        this.sends = sends;
        this.datagrams = datagrams;
        this.places = places;
        this.always = always;
        this.receives = receives;
        this.sharedReceives = sharedReceives;
        this.completions = completions;
    }

    /** The operations of its send requests. */
    List<RequestOperation> operations() {
        return sends.operations();
    }

    /**
     * A send request, in one piece.
     *
     * @param transport of its QP: a datagram has an address
     */
    public Decoded send(byte[] input, WqeTransport transport) throws DecodeException {
        return new CardRequestDecoder(this + " send request", input)
                .send(transport == WqeTransport.UD ? datagrams : sends, places.apply(input.length), always, transport);
    }

    /**
     * A receive request.
     *
     * @param isShared whether it is of an SRQ
     */
    public Decoded receive(byte[] input, boolean isShared) throws DecodeException {
        return new CardRequestDecoder(this + " receive request", input).receive(isShared ? sharedReceives : receives);
    }

    /** A completion. */
    public Decoded completion(byte[] input) throws DecodeException {
        return CardCompletionDecoder.decode(this + " completion", completions, input);
    }

    /** In lower case, as options write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
