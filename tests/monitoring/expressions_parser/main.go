// Command expressions_parser reads one JSON object a line, {"language": "metrics" | "logs" | "stats", "text": EXPRESSION},
// and answers with one a line: what is wrong with the expression, or what it selects. MetricsQL is read by the library
// that VictoriaMetrics itself uses, LogsQL by the package of VictoriaLogs.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"

	"github.com/VictoriaMetrics/VictoriaLogs/lib/logstorage"
	"github.com/VictoriaMetrics/metricsql"
)

type question struct {
	Language string `json:"language"`
	Text     string `json:"text"`
}

type filter struct {
	Label string `json:"label"`
	Op    string `json:"op"`
	Value string `json:"value"`
}

// selector is one choice of series: Metric is empty where the name is not a literal.
type selector struct {
	Metric  string   `json:"metric"`
	Filters []filter `json:"filters"`
}

type answer struct {
	Error     string     `json:"error"`
	Selectors []selector `json:"selectors"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fail(err)
		}
		if err := out.Encode(answered(asked)); err != nil {
			fail(err)
		}
	}
	if err := lines.Err(); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func answered(asked question) answer {
	if asked.Language != "metrics" {
		if err := logs(asked); err != nil {
			return answer{Error: err.Error()}
		}
		return answer{Selectors: []selector{}}
	}
	expression, err := metricsql.Parse(asked.Text)
	if err != nil {
		return answer{Error: err.Error()}
	}
	found := []selector{}
	metricsql.VisitAll(expression, func(one metricsql.Expr) {
		if metric, ok := one.(*metricsql.MetricExpr); ok {
			found = append(found, selectors(metric)...)
		}
	})
	return answer{Selectors: found}
}

// logs says what VictoriaLogs has against a query, which for a graph must end in numbers.
func logs(asked question) error {
	if asked.Language == "stats" {
		query, err := logstorage.ParseStatsQuery(asked.Text, 0)
		if err == nil {
			_, err = query.GetStatsLabels()
		}
		return err
	}
	_, err := logstorage.ParseQuery(asked.Text)
	return err
}

// selectors gives one for each of the filter sets that `or` joins.
func selectors(metric *metricsql.MetricExpr) []selector {
	found := []selector{}
	for _, set := range metric.LabelFilterss {
		one := selector{Filters: []filter{}}
		for _, label := range set {
			op := "="
			switch {
			case label.IsRegexp && label.IsNegative:
				op = "!~"
			case label.IsRegexp:
				op = "=~"
			case label.IsNegative:
				op = "!="
			}
			if label.Label == "__name__" && op == "=" {
				one.Metric = label.Value
				continue
			}
			one.Filters = append(one.Filters, filter{label.Label, op, label.Value})
		}
		sort.Slice(one.Filters, func(i, j int) bool { return one.Filters[i].Label < one.Filters[j].Label })
		found = append(found, one)
	}
	return found
}
