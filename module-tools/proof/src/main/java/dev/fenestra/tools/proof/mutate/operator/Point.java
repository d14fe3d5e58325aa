package dev.fenestra.tools.proof.mutate.operator;

/**
 * A place where an operator has something to change.
 *
 * @param operator the kind of defect
 * @param className binary name of the class
 * @param method name of the method
 * @param descriptor of the method
 * @param index of the element in the method's code
 * @param line of the source; 0 when it is unknown
 * @param change what is different, as the end of a sentence
 */
public record Point(
        Operator operator, String className, String method, String descriptor, int index, int line, String change) {

    /** The package of the class. */
    public String packageName() {
        int last = className.lastIndexOf('.');
        return last < 0 ? "" : className.substring(0, last);
    }
}
