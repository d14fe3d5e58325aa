package dev.fenestra.tools.demo;

/** Listens to a demo while it runs. */
public interface Story {

    void begins(DemoFile file);

    void step(int number, String title);

    void act(ActReport report);

    /** A remark that belongs to the present step. */
    void remark(String text);

    void ends(Summary summary);
}
