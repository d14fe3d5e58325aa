package com.example.greeting;

import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Writes greetings into the memory of others. */
public record Greeter(QueuePair qp, CompletionQueue cq, Memory memory, MemoryRegion region) {

    /** Writes a text to where a peer wants it, and says what became of it. */
    public Completion greet(String text, RemoteBuffer there) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        memory.put(0, bytes);
        qp.post(RdmaWrite.of(1, there, region.slice(0, bytes.length)));
        return cq.await(1, Duration.ofSeconds(1));
    }
}
