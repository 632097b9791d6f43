import type { CharSet } from '../char-set'
import { alnum, base64, charSet, dotted, hex, upperAlnum, word } from '../char-set'

/**
 * A secret with a beginning that its issuer gives it. One line each, so that adding one is adding a line. `sample` is what follows the
 * beginning in the tests: a pattern of `a` (letter or digit), `h` (hex), `9` (digit), `A` (capital or digit), others as they are; it is
 * filled at run time, since a whole one in the source would be taken for a real key.
 */
export interface TokenRule {
  readonly name: string
  readonly kind: string
  readonly prefixes: readonly string[]
  /** Characters that may follow, and how many of them there are. */
  readonly body: CharSet
  readonly min: number
  readonly max?: number
  /** The body must have digits and letters, or both cases, as generated text has: for beginnings that words have too. */
  readonly mixed?: true
  readonly sample: string
  readonly source: string
}

const key = 'api key'
const token = 'token'
const rule = (
  name: string,
  kind: string,
  prefixes: string,
  body: CharSet,
  [min, max]: readonly [min: number, max?: number],
  sample: string,
  source: string,
  mixed?: true
): TokenRule => ({
  ...{ name, kind, prefixes: prefixes.split(' '), body, min, sample, source },
  ...(max !== undefined && { max }),
  ...(mixed && { mixed })
})

const a = (count: number) => 'a'.repeat(count)
const h = (count: number) => 'h'.repeat(count)

export const tokenRules: readonly TokenRule[] = [
  rule('anthropic', key, 'sk-ant-', word, [20], `api03-${a(93)}AA`, 'Anthropic console keys and OAuth tokens'),
  rule('openai', key, 'sk-proj- sk-svcacct- sk-admin- sk-None-', word, [20], a(60), 'OpenAI platform keys', true),
  rule('openrouter', key, 'sk-or-', word, [20], `v1-${h(64)}`, 'OpenRouter API keys', true),
  rule(
    'sk',
    key,
    'sk-',
    alnum,
    [20],
    a(48),
    'OpenAI keys of old, DeepSeek, Moonshot and gateways that copy them',
    true
  ),
  rule('xai', key, 'xai-', alnum, [20], a(80), 'xAI console keys', true),
  rule('groq', key, 'gsk_', alnum, [20], a(52), 'Groq console keys', true),
  rule('perplexity', key, 'pplx-', alnum, [20], a(48), 'Perplexity API keys', true),
  rule('nvidia', key, 'nvapi-', word, [20], a(64), 'NVIDIA API catalogue', true),
  rule('replicate', token, 'r8_', alnum, [20], a(37), 'Replicate API tokens', true),
  rule('tavily', key, 'tvly-', word, [16], `dev-${a(32)}`, 'Tavily API keys', true),
  rule('firecrawl', key, 'fc-', hex, [32, 32], h(32), 'Firecrawl API keys', true),
  rule('brave', key, 'BSA', word, [20, 40], a(28), 'Brave Search API keys', true),
  rule('fireworks', key, 'fw_', alnum, [20, 40], a(24), 'Fireworks API keys', true),
  rule('cerebras', key, 'csk-', alnum, [32], a(48), 'Cerebras API keys', true),
  rule('langsmith', key, 'lsv2_pt_ lsv2_sk_', word, [20], `${h(32)}_${h(10)}`, 'LangSmith API keys', true),
  rule('github', token, 'ghp_ gho_ ghu_ ghs_ ghr_', alnum, [30], a(36), 'GitHub token formats', true),
  rule('github-fine', token, 'github_pat_', word, [30], `${a(22)}_${a(59)}`, 'GitHub token formats', true),
  rule(
    'gitlab',
    token,
    'glpat- gldt- glrt- glptt- glcbt- glimt- glft- glsoat- gloas- glagent-',
    dotted,
    [16],
    a(20),
    'GitLab token overview',
    true
  ),
  rule(
    'slack',
    token,
    'xoxb- xoxa- xoxp- xoxr- xoxs- xoxo- xoxe-',
    word,
    [20],
    '9999999999-9999999999-aaaaaaaaaaaaaaaaaaaaaaaa',
    'Slack token types',
    true
  ),
  rule(
    'slack-config',
    token,
    'xoxe.xoxb- xoxe.xoxp- xapp-',
    word,
    [20],
    `1-A9999999999-9999999999-${h(64)}`,
    'Slack app and configuration tokens',
    true
  ),
  rule(
    'aws-key-id',
    'access key',
    'AKIA ASIA ABIA ACCA',
    upperAlnum,
    [16, 16],
    'A'.repeat(16),
    'AWS IAM unique identifiers'
  ),
  rule('aws-bedrock', key, 'ABSK', base64, [100], a(128), 'Amazon Bedrock API keys', true),
  rule('google', key, 'AIza', word, [35, 35], a(35), 'Google Cloud API keys', true),
  rule('google-oauth', token, 'ya29.', word, [20], a(120), 'Google OAuth 2.0 access tokens', true),
  rule('google-refresh', token, '1//0', word, [30], a(60), 'Google OAuth 2.0 refresh tokens', true),
  rule('google-client', 'secret', 'GOCSPX-', word, [20], a(28), 'Google OAuth 2.0 client secrets', true),
  rule('huggingface', token, 'hf_ api_org_', alnum, [30], a(34), 'Hugging Face access tokens', true),
  rule('npm', token, 'npm_', alnum, [36, 36], a(36), 'npm access tokens', true),
  rule('pypi', token, 'pypi-', word, [50], `AgEIcHlwaS5vcmc${a(70)}`, 'PyPI API tokens (macaroons)', true),
  rule('rubygems', token, 'rubygems_', hex, [48, 48], h(48), 'RubyGems API keys', true),
  rule('crates', token, 'cio', alnum, [32, 32], a(32), 'crates.io API tokens', true),
  rule('docker', token, 'dckr_pat_ dckr_oat_', word, [20], a(27), 'Docker Hub access tokens', true),
  rule('digitalocean', token, 'dop_v1_ doo_v1_ dor_v1_', hex, [64, 64], h(64), 'DigitalOcean tokens', true),
  rule('sendgrid', key, 'SG.', dotted, [60, 70], `${a(22)}.${a(43)}`, 'SendGrid API keys', true),
  rule('mailgun', key, 'key-', hex, [32, 32], h(32), 'Mailgun API keys', true),
  rule('mailchimp-us', key, 'md-', alnum, [22, 22], a(22), 'Mandrill API keys', true),
  rule('resend', key, 're_', word, [30, 40], `${a(8)}_${a(24)}`, 'Resend API keys', true),
  rule('brevo', key, 'xkeysib- xsmtpsib-', word, [60], `${h(64)}-${a(16)}`, 'Brevo API and SMTP keys', true),
  rule('stripe', key, 'sk_live_ sk_test_ rk_live_ rk_test_', alnum, [16], a(24), 'Stripe API keys', true),
  rule(
    'webhook-signing',
    'secret',
    'whsec_',
    base64,
    [24],
    a(32),
    'Stripe and Standard Webhooks signing secrets',
    true
  ),
  rule('shopify', token, 'shpat_ shpca_ shppa_ shpss_', hex, [32, 32], h(32), 'Shopify access tokens', true),
  rule('square', token, 'sq0atp- sq0csp- EAAAE', word, [22], a(43), 'Square access tokens', true),
  rule('twilio', key, 'SK', hex, [32, 32], h(32), 'Twilio API keys', true),
  rule('linear', key, 'lin_api_ lin_oauth_', alnum, [32], a(40), 'Linear API keys', true),
  rule('notion', token, 'ntn_ secret_', alnum, [40, 50], a(43), 'Notion integration tokens', true),
  rule('figma', token, 'figd_ figdr_', word, [30], a(40), 'Figma personal access tokens', true),
  rule('atlassian', token, 'ATATT3 ATCTT3 ATBB', base64, [24], a(60), 'Atlassian and Bitbucket API tokens', true),
  rule('vault', token, 'hvs. hvb. hvr.', word, [24], a(90), 'HashiCorp Vault tokens', true),
  rule('terraform', token, 'atlasv1.', word, [60], a(67), 'Terraform Cloud tokens, after their first part', true),
  rule('pulumi', token, 'pul-', hex, [40, 40], h(40), 'Pulumi access tokens', true),
  rule('grafana', token, 'glsa_ glc_', base64, [32], `${a(32)}_${h(8)}`, 'Grafana service accounts', true),
  rule('sentry', token, 'sntrys_ sntryu_', base64, [40], a(64), 'Sentry auth tokens', true),
  rule('newrelic', key, 'NRAK- NRII- NRJS-', alnum, [19, 32], 'A'.repeat(27), 'New Relic keys'),
  rule('supabase', token, 'sbp_ sb_secret_', word, [20], h(40), 'Supabase access tokens', true),
  rule('vercel', token, 'vcp_ vci_ vca_ vcr_ vck_', alnum, [24], a(56), 'Vercel tokens', true),
  rule('netlify', token, 'nfp_ nfc_ nfo_', alnum, [36], a(36), 'Netlify tokens', true),
  rule('fly', token, 'fm1r_ fm2_ fo1_', base64, [40], a(120), 'Fly.io tokens', true),
  rule('render', key, 'rnd_', alnum, [24], a(28), 'Render API keys', true),
  rule(
    'planetscale',
    token,
    'pscale_tkn_ pscale_pw_ pscale_oauth_',
    dotted,
    [32],
    a(43),
    'PlanetScale tokens and passwords',
    true
  ),
  rule('tailscale', key, 'tskey-', word, [20], `auth-${a(12)}-${a(32)}`, 'Tailscale keys', true),
  rule('postman', key, 'PMAK-', word, [40], `${h(24)}-${h(34)}`, 'Postman API keys', true),
  rule('databricks', token, 'dapi dkea', hex, [32, 32], h(32), 'Databricks personal access tokens', true),
  rule('doppler', token, 'dp.pt. dp.st. dp.ct. dp.sa.', dotted, [40], a(43), 'Doppler tokens', true),
  rule('onepassword', token, 'ops_eyJ', base64, [200], a(400), '1Password service accounts', true),
  rule('contentful', token, 'CFPAT-', word, [40], a(43), 'Contentful management tokens', true),
  rule('typeform', token, 'tfp_', word, [40], a(59), 'Typeform tokens', true),
  rule(
    'dynatrace',
    token,
    'dt0c01. dt0s01.',
    dotted,
    [80],
    `${'A'.repeat(24)}.${'A'.repeat(64)}`,
    'Dynatrace tokens',
    true
  ),
  rule('age', 'private key', 'AGE-SECRET-KEY-1', upperAlnum, [50], 'A'.repeat(58), 'age file encryption'),
  rule(
    'telegram',
    token,
    'bot',
    charSet('A-Za-z0-9_:-'),
    [43, 50],
    `9999999999:AA${a(33)}`,
    'Telegram bot tokens in an address',
    true
  ),
  rule('crypt', 'password hash', '$2a$ $2b$ $2y$', charSet('A-Za-z0-9./$'), [50, 60], `10$${a(53)}`, 'bcrypt'),
  rule(
    'argon',
    'password hash',
    '$argon2id$ $argon2i$ $argon2d$',
    charSet('A-Za-z0-9./$=,+'),
    [40],
    `v=19$m=65536,t=3,p=4$${a(22)}$${a(43)}`,
    'PHC string format'
  ),
  rule('shadow', 'password hash', '$5$ $6$ $y$', charSet('A-Za-z0-9./$='), [40], `${a(16)}$${a(86)}`, 'crypt(5)', true)
]

/** Addresses whose path is the secret: the part that says so, and the characters of what follows. */
export const secretPaths: readonly {
  readonly after: string
  readonly body: CharSet
  readonly min: number
  readonly source: string
}[] = [
  { after: 'hooks.slack.com/services/', body: charSet('A-Za-z0-9/_-'), min: 20, source: 'Slack incoming webhooks' },
  { after: 'hooks.slack.com/workflows/', body: charSet('A-Za-z0-9/_-'), min: 20, source: 'Slack workflow webhooks' },
  { after: 'discord.com/api/webhooks/', body: charSet('A-Za-z0-9/_-'), min: 20, source: 'Discord webhooks' },
  { after: 'discordapp.com/api/webhooks/', body: charSet('A-Za-z0-9/_-'), min: 20, source: 'Discord webhooks' },
  {
    after: 'webhook.office.com/webhookb2/',
    body: charSet('A-Za-z0-9/@_-'),
    min: 40,
    source: 'Microsoft Teams webhooks'
  },
  {
    after: 'chat.googleapis.com/v1/spaces/',
    body: charSet('A-Za-z0-9/_?=&%.-'),
    min: 60,
    source: 'Google Chat webhooks'
  }
]
