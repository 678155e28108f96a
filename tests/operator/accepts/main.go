// Tells of each file named on stdin what the VictoriaMetrics operator's own types, or Kubernetes', refuse in it:
// a JSON line a file. Serves test_operator_accepts.py.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	vmv1 "github.com/VictoriaMetrics/operator/api/operator/v1"
	vmv1beta1 "github.com/VictoriaMetrics/operator/api/operator/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	builtin "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// answer has the kinds that were decoded, so that nobody takes an ignored file for a good one.
type answer struct {
	Path     string   `json:"path"`
	Kinds    []string `json:"kinds"`
	Problems []string `json:"problems"`
}

func (a *answer) problem(format string, values ...any) {
	a.Problems = append(a.Problems, fmt.Sprintf(format, values...))
}

func main() {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{builtin.AddToScheme, vmv1.AddToScheme, vmv1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			log.Fatal(err)
		}
	}
	out := bufio.NewWriter(os.Stdout)
	answers := json.NewEncoder(out)
	paths := bufio.NewScanner(os.Stdin)
	for paths.Scan() {
		a := answer{Path: paths.Text(), Kinds: []string{}, Problems: []string{}}
		a.file(scheme)
		if err := answers.Encode(a); err != nil {
			log.Fatal(err)
		}
	}
	if err := errors.Join(paths.Err(), out.Flush()); err != nil {
		log.Fatal(err)
	}
}

func (a *answer) file(scheme *runtime.Scheme) {
	data, err := os.ReadFile(a.Path)
	if err != nil {
		a.problem("%v", err)
		return
	}
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(data)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			a.problem("%v", err)
			return
		}
		a.document(scheme, document)
	}
}

func (a *answer) document(scheme *runtime.Scheme, document []byte) {
	// Of a key given twice this is the only one that tells: JSON has the last of them.
	data, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		a.problem("%v", err)
		return
	}
	if string(data) == "null" {
		return
	}
	var named metav1.TypeMeta
	if err := json.Unmarshal(data, &named); err != nil || named.Kind == "" || named.APIVersion == "" {
		a.problem("not an object with apiVersion and kind")
		return
	}
	kind := named.GroupVersionKind()
	if !scheme.IsGroupRegistered(kind.Group) {
		return
	}
	made, err := scheme.New(kind)
	if err != nil {
		a.problem("there is no %s %s", named.APIVersion, kind.Kind)
		return
	}
	object, ok := made.(client.Object)
	if !ok {
		a.problem("%s is not a single object", kind.Kind)
		return
	}
	a.Kinds = append(a.Kinds, kind.Kind)
	ours := kind.Group == vmv1beta1.SchemeGroupVersion.Group
	if ours {
		a.unknownFields(data, object)
	}
	if a.guarded("decoding", func() error { return a.decode(data, object) }) && ours {
		a.admit(object)
	}
}

// guarded takes down what do fails with, be it a panic: in the operator that would be one too.
func (a *answer) guarded(doing string, do func() error) (done bool) {
	defer func() {
		if cause := recover(); cause != nil {
			a.problem("%s: panic: %v", doing, cause)
		}
	}()
	err := do()
	if err != nil {
		a.problem("%s: %v", doing, err)
	}
	return err == nil
}

// decode does without the strict errors only in types with an UnmarshalJSON of their own: see unknown.
func (a *answer) decode(data []byte, object client.Object) error {
	strict, err := kjson.UnmarshalStrict(data, object)
	for _, one := range strict {
		a.problem("%v", one)
	}
	return err
}

// admit does what the operator's webhook does when an object is created.
func (a *answer) admit(object client.Object) {
	if problem := parsingSpecError(object); problem != "" {
		a.problem("%s", problem)
		return
	}
	if vmv1beta1.MustSkipCRValidation(object) {
		a.problem("%s has the operator check nothing", vmv1beta1.SkipValidationAnnotation)
		object.SetAnnotations(nil)
	}
	if validated, ok := object.(interface{ Validate() error }); ok {
		a.guarded("Validate()", validated.Validate)
	}
}

// parsingSpecError is where the operator's types put what is wrong in a spec instead of returning it. The whole
// spec stands in it too, before the error.
func parsingSpecError(object client.Object) string {
	status := reflect.ValueOf(object).Elem().FieldByName("Status")
	if !status.IsValid() {
		return ""
	}
	field := status.FieldByName("ParsingSpecError")
	if !field.IsValid() {
		return ""
	}
	before, after, found := strings.Cut(field.String(), ": ")
	if at := strings.LastIndex(after, ", err: "); found && at >= 0 {
		return before + after[at+len(", err"):]
	}
	return field.String()
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func (a *answer) unknownFields(data []byte, object client.Object) {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		a.problem("%v", err)
		return
	}
	a.unknown(value, reflect.TypeOf(object), "")
}

// unknown names the fields in value that t has not. Decoders leave that to a type with an UnmarshalJSON of its
// own, and those of the operator ignore such fields in part, or take them in any case of letters.
func (a *answer) unknown(value any, t reflect.Type, path string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch value := value.(type) {
	case []any:
		if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			for index, item := range value {
				a.unknown(item, t.Elem(), fmt.Sprintf("%s[%d]", path, index))
			}
		}
	case map[string]any:
		switch {
		case t.Kind() == reflect.Map:
			for _, key := range slices.Sorted(maps.Keys(value)) {
				a.unknown(value[key], t.Elem(), path+"."+key)
			}
		case t.Kind() == reflect.Struct && !opaque(t):
			fields := fieldsOf(t)
			for _, key := range slices.Sorted(maps.Keys(value)) {
				field := strings.TrimPrefix(path+"."+key, ".")
				if of, known := fields[key]; known {
					a.unknown(value[key], of, field)
				} else {
					a.problem("unknown field %q", field)
				}
			}
		}
	}
}

// opaque says whether t reads JSON in a way that its fields do not tell; the operator's types all go by theirs.
func opaque(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(unmarshaler) && !strings.HasPrefix(t.PkgPath(), "github.com/VictoriaMetrics/operator/")
}

// fieldsOf has the JSON fields of the struct t; those of embedded structs yield to its own.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields, embedded := map[string]reflect.Type{}, map[string]reflect.Type{}
	for index := range t.NumField() {
		field := t.Field(index)
		tag := field.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		of := field.Type
		for field.Anonymous && of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		switch {
		case name == "" && field.Anonymous && of.Kind() == reflect.Struct:
			maps.Copy(embedded, fieldsOf(of))
		case tag == "-" || !field.IsExported():
		case name == "":
			fields[field.Name] = field.Type
		default:
			fields[name] = field.Type
		}
	}
	maps.Copy(embedded, fields)
	return embedded
}
