/** A program that speaks verbs and knows no hardware. */
module com.example.greeting {
    requires dev.fenestra.uverbs;

    exports com.example.greeting;
}
