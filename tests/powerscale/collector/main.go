// Command collector is an OpenTelemetry collector of exactly the components that telecompile configures.
//
// It takes the arguments of the released distributions: `validate --config FILE`, `--config FILE`. As
// `send ADDRESS CA FIRST COUNT POINTS` it is csm-metrics: it trusts CA for the name otel-collector, and sends requests
// with the metrics powerscale_test_FIRST and so on, until one is refused. It prints how many were taken. As
// `certify DIRECTORY` it writes ca.crt, and tls.crt and tls.key for that name.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/healthcheckextension"
	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/storage/filestorage"
	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/resourceprocessor"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/envprovider"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/otlphttpexporter"
	"go.opentelemetry.io/collector/extension"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/memorylimiterprocessor"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

func factories() (otelcol.Factories, error) {
	var found otelcol.Factories
	var err error
	if found.Extensions, err = otelcol.MakeFactoryMap[extension.Factory](
		filestorage.NewFactory(), healthcheckextension.NewFactory(),
	); err != nil {
		return found, err
	}
	if found.Receivers, err = otelcol.MakeFactoryMap[receiver.Factory](otlpreceiver.NewFactory()); err != nil {
		return found, err
	}
	if found.Processors, err = otelcol.MakeFactoryMap[processor.Factory](
		memorylimiterprocessor.NewFactory(), resourceprocessor.NewFactory(),
	); err != nil {
		return found, err
	}
	if found.Exporters, err = otelcol.MakeFactoryMap[exporter.Factory](otlphttpexporter.NewFactory()); err != nil {
		return found, err
	}
	found.Telemetry = otelconftelemetry.NewFactory()
	return found, nil
}

func request(number, points int) pmetricotlp.ExportRequest {
	metrics := pmetric.NewMetrics()
	resource := metrics.ResourceMetrics().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "unknown_service:service")
	resource.Resource().Attributes().PutStr("telemetry.sdk.version", "1.99.0")
	scope := resource.ScopeMetrics().AppendEmpty()
	scope.Scope().SetName("powerscale")
	metric := scope.Metrics().AppendEmpty()
	metric.SetName(fmt.Sprintf("powerscale_test_%06d", number))
	sum := metric.SetEmptySum()
	sum.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	for index := range points {
		point := sum.DataPoints().AppendEmpty()
		point.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		point.SetDoubleValue(float64(index))
		point.Attributes().PutStr("ClusterName", "isilon")
		point.Attributes().PutStr("VolumeID", fmt.Sprintf("k8s-%06d", index))
	}
	return pmetricotlp.NewExportRequestFromMetrics(metrics)
}

func send(address, ca string, first, count, points int) error {
	trusted, err := credentials.NewClientTLSFromFile(ca, "")
	if err != nil {
		return err
	}
	connection, err := grpc.NewClient(
		"passthrough:///"+address, grpc.WithTransportCredentials(trusted), grpc.WithAuthority("otel-collector:55680"),
	)
	if err != nil {
		return err
	}
	defer connection.Close()
	client, taken := pmetricotlp.NewGRPCClient(connection), 0
	for ; taken < count; taken++ {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		_, err = client.Export(ctx, request(first+taken, points))
		cancel()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			break
		}
	}
	fmt.Println(taken)
	return nil
}

func sending(given []string) error {
	if len(given) != 5 {
		return fmt.Errorf("send ADDRESS CA FIRST COUNT POINTS")
	}
	var numbers [3]int
	for index := range numbers {
		var err error
		if numbers[index], err = strconv.Atoi(given[2+index]); err != nil {
			return err
		}
	}
	return send(given[0], given[1], numbers[0], numbers[1], numbers[2])
}

func write(directory, name, kind string, der []byte) error {
	text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	return os.WriteFile(filepath.Join(directory, name), text, 0o600)
}

func certify(directory string) error {
	root, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	from, to := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "telemetry CA"}, NotBefore: from, NotAfter: to,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	server := &x509.Certificate{
		SerialNumber: big.NewInt(2), NotBefore: from, NotAfter: to, DNSNames: []string{"otel-collector"},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	rootDER, err := x509.CreateCertificate(rand.Reader, authority, authority, &root.PublicKey, root)
	if err != nil {
		return err
	}
	ownDER, err := x509.CreateCertificate(rand.Reader, server, authority, &own.PublicKey, root)
	if err != nil {
		return err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		return err
	}
	if err := write(directory, "ca.crt", "CERTIFICATE", rootDER); err != nil {
		return err
	}
	if err := write(directory, "tls.crt", "CERTIFICATE", ownDER); err != nil {
		return err
	}
	return write(directory, "tls.key", "PRIVATE KEY", keyDER)
}

// tool does what is no collector's work; done is false where its name is none of these.
func tool(given []string) (done bool, err error) {
	switch {
	case len(given) > 0 && given[0] == "send":
		return true, sending(given[1:])
	case len(given) == 2 && given[0] == "certify":
		return true, certify(given[1])
	}
	return false, nil
}

func main() {
	if done, err := tool(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	} else if done {
		return
	}
	settings := otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "collector", Description: "for tests", Version: "0.150.0"},
		Factories: factories,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			ProviderFactories: []confmap.ProviderFactory{fileprovider.NewFactory(), envprovider.NewFactory()},
		}},
	}
	if err := otelcol.NewCommand(settings).Execute(); err != nil {
		os.Exit(1)
	}
}
