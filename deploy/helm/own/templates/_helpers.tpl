{{/* The image of a service, by digest where the release has one: include "parley.image" (list . "gateway") */}}
{{- define "parley.image" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- $digest := index $root.Values.digests $service -}}
{{- if $digest -}}
{{ $root.Values.registry }}/{{ $service }}@{{ $digest }}
{{- else -}}
{{ $root.Values.registry }}/{{ $service }}:{{ $root.Values.tag | default $root.Chart.AppVersion }}
{{- end -}}
{{- end -}}
