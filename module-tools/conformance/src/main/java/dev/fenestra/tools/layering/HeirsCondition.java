package dev.fenestra.tools.layering;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** An abstract class, sealed or not, has at least two direct heirs, or users extend it. */
final class HeirsCondition extends ArchCondition<JavaClass> {
    private final Set<String> forUsers;

    /**
     * @param forUsers full names of the classes that users extend
     */
    HeirsCondition(Set<String> forUsers) {
        super("have two heirs or more when they are abstract");
        this.forUsers = forUsers;
    }

    @Override
    public void check(JavaClass javaClass, ConditionEvents events) {
        boolean isAbstract = javaClass.getModifiers().contains(JavaModifier.ABSTRACT)
                && !javaClass.isInterface()
                && !javaClass.isEnum();
        int heirs = javaClass.getSubclasses().size();
        if (isAbstract && heirs < 2 && !forUsers.contains(javaClass.getName())) {
            events.add(SimpleConditionEvent.violated(
                    javaClass,
                    javaClass.getName() + " is abstract and has " + (heirs == 0 ? "no heir" : "one heir: ")
                            + javaClass.getSubclasses().stream()
                                    .map(JavaClass::getName)
                                    .findFirst()
                                    .orElse("")));
        }
    }
}
