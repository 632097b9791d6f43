import type { Random } from '../../../../../scripts/samples/random'
import { capital, chars, word } from './random-text'

type LookAlike = (random: Random) => string

const bytes = (random: Random, count: number) =>
  Buffer.from(Array.from({ length: count }, () => random.integer(0, 255))).toString('base64')
const lines = (text: string) => (text.match(/.{1,64}/g) ?? []).join('\n')

/** Data that looks generated, public keys, examples of documentation, and talk and code about secrets that holds none. */
export const lookAlikeTexts: Readonly<Record<string, LookAlike>> = {
  'image in an address': (random) => `![x](data:image/png;base64,iVBORw0KGgo${bytes(random, 300)})`,
  'image in JSON': (random) => `{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo${bytes(random, 400)}"}`,
  'font in CSS': (random) => `@font-face{src:url(data:font/woff2;base64,d09GMgABAAAAA${bytes(random, 200)})}`,
  'source map': (random) =>
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify({ version: 3, mappings: word(random).repeat(9) })).toString('base64')}`,
  'public key of SSH': (random) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${bytes(random, 33)} me@${word(random)}`,
  'public key': (random) => `-----BEGIN PUBLIC KEY-----\n${lines(bytes(random, 200))}\n-----END PUBLIC KEY-----`,
  certificate: (random) => `-----BEGIN CERTIFICATE-----\n${lines(bytes(random, 600))}\n-----END CERTIFICATE-----`,
  'signed message': (random) =>
    `-----BEGIN PGP SIGNATURE-----\n\n${lines(bytes(random, 200))}\n-----END PGP SIGNATURE-----`,
  'known host': (random) => `${word(random)}.invalid ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB${bytes(random, 128)}`,
  'minified code': (random) =>
    `!function(e,t){"use strict";var n=t.token,r=e.key,${chars(random, 'h', 1)}a=function(e){return e&&e.password?e.password.length:0};t.${word(random)}=n||r}(this,{});`,
  'hex dump': (random) =>
    `00000${chars(random, 'h', 3)}: ${chars(random, 'h', 4)} ${chars(random, 'h', 4)} ${chars(random, 'h', 4)} ${chars(random, 'h', 4)}  ..token..`,
  'counts of tokens': (random) =>
    `{"input_tokens":${random.integer(1, 9999)},"cache_read_input_tokens":${random.integer(1, 99999)},"output_tokens":12,"max_tokens":8192}`,
  'types about secrets': (random) =>
    `interface ${capital(word(random))} {\n  password: string\n  apiKey?: string | null\n  token: Token\n  secret: z.ZodString\n}\n`,
  'code about tokens': (random) =>
    `const token = await getToken(${word(random)})\nif (token.type === 'identifier') return parser.next(token)\nconst apiKey = process.env.${word(random).toUpperCase()}_API_KEY\n`,
  'code about passwords': (random) =>
    `const password = req.body.password\nif (!password) throw new Error('password: required')\nuser.passwordHash = await hash(password, ${random.integer(8, 14)})\n`,
  'Python about keys': (random) =>
    `api_key = os.environ["${word(random).toUpperCase()}_API_KEY"]\nclient = Client(api_key=api_key, token=None)\n`,
  'Go about tokens': (random) =>
    `token := r.Header.Get("Authorization")\nfor _, tok := range ${word(random)}.Tokens { token = tok.String() }\n`,
  'Rust about tokens': (random) =>
    `let token: &str = self.${word(random)}.token();\nmatch token.kind { TokenKind::Comma => {} }\n`,
  'example env file': (random) =>
    `# copy to .env\nAPI_KEY=your-api-key-here\nDB_PASSWORD=changeme\nSECRET_KEY=<generate-one>\nTOKEN=\n${word(random).toUpperCase()}_SECRET=\${${word(random).toUpperCase()}_SECRET}\n`,
  'example of AWS': (random) =>
    `aws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\nregion = eu-${random.integer(1, 3)}\n`,
  'example of a header': (random) => `Authorization: Bearer <token>\nX-Api-Key: $${word(random).toUpperCase()}_KEY\n`,
  'example of curl': (random) =>
    `curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASS" https://api.invalid/${word(random)}`,
  'example of an address': (random) => `postgres://user:password@localhost:5432/${word(random)}`,
  'cut by documentation': (random) =>
    `export OPENAI_API_KEY="sk-..."\nexport ANTHROPIC_API_KEY=sk-ant-xxxxxxxxxxxxxxxx\n# ${word(random)}`,
  'masked already': (random) =>
    `{"api_key":"********","token":"[REDACTED]","password":"‹masked: password›","secret":"${'x'.repeat(random.integer(8, 20))}"}`,
  workflow: (random) =>
    `      env:\n        TOKEN: \${{ secrets.GITHUB_TOKEN }}\n        KEY: \${{ secrets.${word(random).toUpperCase()} }}`,
  translations: (random) =>
    `{"password":"Password","forgotPassword":"Forgot your password?","token":"Token","apiKey":"API key","${word(random)}":"Secret"}`,
  form: (random) =>
    `<input type="password" name="password" id="${word(random)}" autocomplete="current-password" placeholder="Password">`,
  'questions about passwords': (random) =>
    `Please make the password field accept ${random.integer(8, 64)} characters; the token: it must be refreshed. Why is the secret empty in ${word(random)}?`,
  'log of a login': (random) =>
    `INFO password accepted for user ${word(random)}; token refreshed, key rotated after ${random.integer(1, 90)} days`,
  'kubernetes reference': (random) =>
    `        - name: DB_PASSWORD\n          valueFrom:\n            secretKeyRef:\n              name: ${word(random)}-db\n              key: password\n`,
  'name of a package': (random) =>
    `sk-learn-${word(random)}==1.${random.integer(0, 9)}.0\nnpm_config_registry=https://registry.invalid\nhf_hub_download`,
  'file of a path': (random) =>
    `/home/me/.ssh/id_${word(random)}: no such file\n/etc/passwd: ${random.integer(10, 90)} lines`,
  'settings without secrets': (random) =>
    `{"keybindings":"vim","keyRepeat":${random.integer(1, 40)},"tokenizer":"cl100k_base","passThrough":true,"secretScanning":"enabled","authMode":"oauth"}`,
  'table of keys': (random) =>
    `| key | what it does |\n|---|---|\n| ctrl+k | opens ${word(random)} |\n| token | one word |\n`,
  'licence text': (random) =>
    `Copyright (c) 20${random.integer(10, 26)} ${capital(word(random))}\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in the Software without restriction.`,
  'terraform state': (random) =>
    `resource "aws_secretsmanager_secret" "${word(random)}" {\n  name = "prod/${word(random)}"\n  kms_key_id = "${random.uuid()}"\n}`,
  pagination: (random) => `{"nextPageToken":"${chars(random, 'a', 44)}","items":["${word(random)}"]}`,
  'primary keys': (random) =>
    `ALTER TABLE ${word(random)} ADD PRIMARY KEY (id);\n-- foreign_key: ${word(random)}_id, partition_key: day2026`,
  'numbers with a name': (random) =>
    `key = ${random.integer(1, 99)}\ntoken_count: ${random.integer(1, 99999)}\npasswords tried: ${random.integer(0, 9)}`
}
