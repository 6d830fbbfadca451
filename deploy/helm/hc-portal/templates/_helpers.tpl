{{- define "hc.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "hc.labels" -}}
app.kubernetes.io/name: hc-portal
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "hc.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "hc.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "hc.env" -}}
- { name: PUBLIC_URL, value: {{ required "publicUrl is required" .Values.publicUrl | quote }} }
- { name: DATABASE_POOLER, value: {{ ternary "1" "0" .Values.database.pooler | quote }} }
- { name: PORT, value: "8080" }
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{- define "hc.checkPatroni" -}}
{{- if .Values.patroni.restUrls }}
initContainers:
  - name: check-patroni
    image: {{ include "hc.image" . | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    {{- if include "hc.caSecret" . }}
    env:
      - { name: NODE_EXTRA_CA_CERTS, value: /run/database/ca.crt }
    volumeMounts:
      {{- include "hc.caMount" . | nindent 6 }}
    {{- end }}
    command: [node, deploy/check-patroni.mjs, --rest, {{ join "," .Values.patroni.restUrls | quote }}, --dcs, {{ required "patroni.dcs is required with patroni.restUrls: etcd, etcd3, consul, kubernetes" .Values.patroni.dcs | quote }}]
    securityContext:
      {{- include "hc.security" . | nindent 6 }}
{{- end }}
{{- end -}}

{{- define "hc.caSecret" -}}
{{- if .Values.cluster.enabled }}{{ .Values.cluster.tls.pgbouncer }}{{- else }}{{ .Values.database.caSecretName }}{{- end }}
{{- end -}}
{{- define "hc.caMount" -}}
{{- if include "hc.caSecret" . }}
- { name: database-ca, mountPath: /run/database, readOnly: true }
{{- end }}
{{- end -}}
{{- define "hc.caVolume" -}}
{{- if include "hc.caSecret" . }}
- { name: database-ca, secret: { secretName: {{ include "hc.caSecret" . }}, items: [{ key: ca.crt, path: ca.crt }] } }
{{- end }}
{{- end -}}
