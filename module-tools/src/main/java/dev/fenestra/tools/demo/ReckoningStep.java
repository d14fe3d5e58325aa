package dev.fenestra.tools.demo;

import dev.fenestra.tools.input.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Optional;

/** Step 5: the bytes in bob's memory are those of the file, and all the binds have cost his kernel nothing. */
record ReckoningStep(Stage stage, Acts acts, Windows windows, FileReader file, String name, Optional<DemoOutput> output)
        implements Step {
    private static final int BUFFER = 1 << 20;

    @Override
    public String title() {
        return "The file on bob's side";
    }

    @Override
    public void play() throws FileException {
        acts.perform(findings -> {
            findings.tells("bob computes SHA-256 of his " + stage.plan().size() + " bytes");
            String sent = file.sha256();
            String received = received();
            findings.fact("alice's file   " + sent);
            findings.fact("bob's memory   " + received);
            findings.check("SHA-256", sent, received);
        });
        acts.perform(this::addUp);
    }

    private void addUp(Findings findings) {
        Cost binding = windows.cost();
        findings.tells("bob adds up what his " + windows.binds() + " binds have cost");
        findings.fact(binding.transitions() + " kernel transitions, " + binding.pinnedPages() + " pages pinned, "
                + binding.mttEntries() + " MTT entries written");
        findings.check("cost of the binds", Cost.NOTHING, binding);
        long pages = stage.region().length() / FilePlan.PAGE;
        findings.check("cost of registering the region", new Cost(1, pages, pages), stage.registering());
    }

    private String received() throws FileException {
        try (OutputStream out = output.isPresent() ? output.get().received(name) : OutputStream.nullOutputStream()) {
            return digest(out);
        } catch (IOException e) {
            throw FileException.ofOutput("the received file cannot be written: " + Reason.of(e) + ".");
        }
    }

    private String digest(OutputStream out) throws IOException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BUFFER];
        long size = stage.plan().size();
        for (long at = 0; at < size; at += BUFFER) {
            int part = (int) Math.min(BUFFER, size - at);
            stage.memory().get(at, buffer, 0, part);
            digest.update(buffer, 0, part);
            out.write(buffer, 0, part);
        }
        return Sha256.text(digest);
    }
}
