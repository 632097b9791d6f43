/**
 * Shapes of secrets that issuers give a fixed beginning. A rule is data, so that adding one is adding a line: the beginning, the
 * characters that may follow, how many of them there are at least, and where the shape is documented.
 */
export interface PrefixShape {
  readonly name: string
  readonly kind: string
  readonly prefixes: readonly string[]
  readonly body: keyof typeof bodies
  readonly min: number
  readonly source: string
}

/** Characters that may follow a beginning. */
export const bodies = {
  word: /[A-Za-z0-9_-]/,
  dotted: /[A-Za-z0-9_.-]/,
  base64: /[A-Za-z0-9+/=_-]/,
  alnum: /[A-Za-z0-9]/,
  upper: /[A-Z0-9]/,
  hex: /[0-9a-fA-F-]/
} as const

const key = 'api key'
const token = 'token'

export const prefixShapes: readonly PrefixShape[] = [
  { name: 'anthropic', kind: key, prefixes: ['sk-ant-'], body: 'word', min: 8, source: 'Anthropic console keys' },
  {
    name: 'openai',
    kind: key,
    prefixes: ['sk-'],
    body: 'word',
    min: 8,
    source: 'OpenAI platform keys and the many gateways that copy them'
  },
  { name: 'xai', kind: key, prefixes: ['xai-'], body: 'word', min: 12, source: 'xAI console keys' },
  { name: 'groq', kind: key, prefixes: ['gsk_'], body: 'alnum', min: 16, source: 'Groq console keys' },
  { name: 'perplexity', kind: key, prefixes: ['pplx-'], body: 'alnum', min: 16, source: 'Perplexity API keys' },
  { name: 'nvidia', kind: key, prefixes: ['nvapi-'], body: 'word', min: 16, source: 'NVIDIA API catalogue' },
  { name: 'replicate', kind: token, prefixes: ['r8_'], body: 'alnum', min: 16, source: 'Replicate API tokens' },
  { name: 'tavily', kind: key, prefixes: ['tvly-'], body: 'word', min: 12, source: 'Tavily API keys' },
  { name: 'brave', kind: key, prefixes: ['BSA'], body: 'word', min: 16, source: 'Brave Search API keys' },
  {
    name: 'github',
    kind: token,
    prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    body: 'alnum',
    min: 16,
    source: 'GitHub token formats'
  },
  {
    name: 'github-fine',
    kind: token,
    prefixes: ['github_pat_'],
    body: 'word',
    min: 16,
    source: 'GitHub token formats'
  },
  {
    name: 'gitlab',
    kind: token,
    prefixes: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-'],
    body: 'dotted',
    min: 12,
    source: 'GitLab token overview'
  },
  {
    name: 'slack',
    kind: token,
    prefixes: ['xoxb-', 'xoxa-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'],
    body: 'word',
    min: 10,
    source: 'Slack token types'
  },
  {
    name: 'aws',
    kind: 'access key',
    prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    body: 'upper',
    min: 16,
    source: 'AWS IAM unique identifiers'
  },
  { name: 'google', kind: key, prefixes: ['AIza'], body: 'word', min: 12, source: 'Google Cloud API keys' },
  {
    name: 'google-oauth',
    kind: token,
    prefixes: ['ya29.', '1//0'],
    body: 'dotted',
    min: 16,
    source: 'Google OAuth 2.0 tokens'
  },
  {
    name: 'google-client',
    kind: 'secret',
    prefixes: ['GOCSPX-'],
    body: 'word',
    min: 12,
    source: 'Google OAuth 2.0 clients'
  },
  {
    name: 'huggingface',
    kind: token,
    prefixes: ['hf_', 'api_org_'],
    body: 'alnum',
    min: 16,
    source: 'Hugging Face access tokens'
  },
  { name: 'npm', kind: token, prefixes: ['npm_'], body: 'alnum', min: 20, source: 'npm granular access tokens' },
  { name: 'pypi', kind: token, prefixes: ['pypi-'], body: 'word', min: 24, source: 'PyPI API tokens (macaroons)' },
  { name: 'rubygems', kind: token, prefixes: ['rubygems_'], body: 'alnum', min: 16, source: 'RubyGems API keys' },
  { name: 'crates', kind: token, prefixes: ['cio'], body: 'alnum', min: 32, source: 'crates.io API tokens' },
  {
    name: 'docker',
    kind: token,
    prefixes: ['dckr_pat_', 'dckr_oat_'],
    body: 'word',
    min: 16,
    source: 'Docker Hub access tokens'
  },
  {
    name: 'digitalocean',
    kind: token,
    prefixes: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    body: 'alnum',
    min: 16,
    source: 'DigitalOcean tokens'
  },
  { name: 'sendgrid', kind: key, prefixes: ['SG.'], body: 'dotted', min: 20, source: 'SendGrid API keys' },
  { name: 'mailgun', kind: key, prefixes: ['key-'], body: 'hex', min: 24, source: 'Mailgun API keys' },
  {
    name: 'stripe',
    kind: key,
    prefixes: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'pk_live_'],
    body: 'alnum',
    min: 12,
    source: 'Stripe API keys'
  },
  {
    name: 'webhook-signing',
    kind: 'secret',
    prefixes: ['whsec_'],
    body: 'base64',
    min: 12,
    source: 'Stripe and Standard Webhooks signing secrets'
  },
  {
    name: 'shopify',
    kind: token,
    prefixes: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    body: 'alnum',
    min: 16,
    source: 'Shopify access tokens'
  },
  {
    name: 'square',
    kind: token,
    prefixes: ['sq0atp-', 'sq0csp-', 'EAAAE'],
    body: 'word',
    min: 20,
    source: 'Square access tokens'
  },
  {
    name: 'linear',
    kind: key,
    prefixes: ['lin_api_', 'lin_oauth_'],
    body: 'alnum',
    min: 16,
    source: 'Linear API keys'
  },
  {
    name: 'notion',
    kind: token,
    prefixes: ['ntn_', 'secret_'],
    body: 'alnum',
    min: 20,
    source: 'Notion integration tokens'
  },
  { name: 'figma', kind: token, prefixes: ['figd_'], body: 'word', min: 16, source: 'Figma personal access tokens' },
  {
    name: 'atlassian',
    kind: token,
    prefixes: ['ATATT3', 'ATCTT3'],
    body: 'base64',
    min: 20,
    source: 'Atlassian API tokens'
  },
  {
    name: 'vault',
    kind: token,
    prefixes: ['hvs.', 'hvb.', 'hvr.'],
    body: 'word',
    min: 16,
    source: 'HashiCorp Vault tokens'
  },
  {
    name: 'grafana',
    kind: token,
    prefixes: ['glsa_', 'glc_'],
    body: 'base64',
    min: 16,
    source: 'Grafana service accounts'
  },
  {
    name: 'sentry',
    kind: token,
    prefixes: ['sntrys_', 'sntryu_'],
    body: 'base64',
    min: 16,
    source: 'Sentry auth tokens'
  },
  {
    name: 'supabase',
    kind: token,
    prefixes: ['sbp_', 'sb_secret_'],
    body: 'word',
    min: 16,
    source: 'Supabase access tokens'
  },
  { name: 'tailscale', kind: key, prefixes: ['tskey-'], body: 'word', min: 12, source: 'Tailscale keys' },
  { name: 'postman', kind: key, prefixes: ['PMAK-'], body: 'word', min: 20, source: 'Postman API keys' },
  {
    name: 'databricks',
    kind: token,
    prefixes: ['dapi'],
    body: 'hex',
    min: 32,
    source: 'Databricks personal access tokens'
  },
  {
    name: 'age',
    kind: 'private key',
    prefixes: ['AGE-SECRET-KEY-1'],
    body: 'upper',
    min: 20,
    source: 'age file encryption'
  },
  { name: 'fernet', kind: 'encrypted token', prefixes: ['gAAAAA'], body: 'base64', min: 24, source: 'Fernet tokens' }
]
