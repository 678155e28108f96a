// Reads YAML documents, each a JSON string, and writes as one JSON line each what
// kubectl and the API server get out of it. Serves test_yaml_text.py.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	"sigs.k8s.io/yaml"
)

type answer struct {
	Value json.RawMessage `json:"value"`
	Error string          `json:"error"`
}

func main() {
	documents := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := bufio.NewWriter(os.Stdout)
	answers := json.NewEncoder(out)
	for {
		var document string
		if err := documents.Decode(&document); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		var line answer
		value, err := yaml.YAMLToJSONStrict([]byte(document))
		if err != nil {
			line.Error = err.Error()
		} else {
			line.Value = value
		}
		if err := answers.Encode(line); err != nil {
			log.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
