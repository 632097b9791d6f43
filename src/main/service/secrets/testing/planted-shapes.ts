import type { Random } from '../../../../../scripts/samples/random'
import { basic, privateKey } from './planted-kinds'
import type { PlantedText } from './planted-places'
import { chars, password, word } from './random-text'

type Shape = (random: Random) => Omit<PlantedText, 'place'>

const one = (text: (secret: string) => string, secret: string) => ({ text: text(secret), secrets: [secret] })
const plainPassword = (random: Random) => `${word(random)}${random.integer(10, 9999)}${chars(random, 'a', 4)}`

function pem(random: Random, write: (lines: readonly string[]) => string): ReturnType<Shape> {
  const { label, body } = privateKey(random)
  return { text: write([`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`]), secrets: body }
}

/** Forms in which a secret stands without a name of its own. */
export const plantedShapes: Readonly<Record<string, Shape>> = {
  'address of a database': (random) =>
    one(
      (secret) => `DATABASE_URL=postgres://app:${secret}@db.internal:5432/app?sslmode=require`,
      plainPassword(random)
    ),
  'address of a queue': (random) =>
    one((secret) => `{"broker":"amqp://svc:${secret}@mq:5672/%2f"}`, plainPassword(random)),
  'address without a user': (random) =>
    one((secret) => `redis-cli -u redis://:${secret}@cache:6379/0`, plainPassword(random)),
  'remote of git': (random) =>
    one((secret) => `origin  https://oauth2:${secret}@git.invalid/a/b.git (fetch)`, chars(random, 'a', 26)),
  'bearer header': (random) =>
    one((secret) => `> Authorization: Bearer ${secret}\n> Accept: */*`, chars(random, 'a', 40)),
  'bearer in JSON': (random) =>
    one((secret) => `{"headers":{"Authorization":"Bearer ${secret}"}}`, chars(random, 'h', 40)),
  'bearer in code': (random) =>
    one((secret) => `fetch(url, { headers: { authorization: 'Bearer ${secret}' } })`, chars(random, 'a', 32)),
  'basic header': (random) => one((secret) => `Authorization: Basic ${secret}`, basic('svc', password(random))),
  'token header': (random) => one((secret) => `Authorization: token ${secret}`, chars(random, 'h', 40)),
  'cookie header': (random) => {
    const [session, csrf] = [chars(random, 'a', 32), chars(random, 'h', 24)]
    return { text: `Cookie: theme=dark; sid=${session}; csrf=${csrf}; lang=en`, secrets: [session, csrf] }
  },
  'set-cookie header': (random) =>
    one((secret) => `< Set-Cookie: session=${secret}; Path=/; HttpOnly; SameSite=Lax`, chars(random, 'a', 40)),
  'cookie of curl': (random) =>
    one((secret) => `curl -b "session=${secret}" https://app.invalid/`, chars(random, 'a', 32)),
  'user of curl': (random) => one((secret) => `curl -u svc:${secret} https://app.invalid/`, plainPassword(random)),
  sshpass: (random) => one((secret) => `sshpass -p '${secret}' ssh host uptime`, plainPassword(random)),
  mysql: (random) => one((secret) => `mysql -h db -u root -p${secret} app < dump.sql`, plainPassword(random)),
  netrc: (random) => one((secret) => `machine api.invalid\n  login svc\n  password ${secret}\n`, plainPassword(random)),
  npmrc: (random) => one((secret) => `//registry.invalid/:_authToken=${secret}\nalways-auth=true\n`, random.uuid()),
  'docker config': (random) =>
    one((secret) => `{"auths":{"r.invalid":{"auth":"${secret}"}}}`, basic('svc', chars(random, 'a', 24))),
  'connection string': (random) =>
    one(
      (secret) => `Server=db.invalid;Database=app;User Id=svc;Password=${secret};Encrypt=True;`,
      plainPassword(random)
    ),
  'storage connection': (random) =>
    one(
      (secret) => `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${secret};EndpointSuffix=core.invalid`,
      `${chars(random, 'b', 86)}==`
    ),
  'private key': (random) => pem(random, (lines) => `$ cat key.pem\n${lines.join('\n')}\n$`),
  'private key in JSON': (random) =>
    pem(random, (lines) => JSON.stringify({ type: 'service_account', private_key: `${lines.join('\n')}\n` })),
  'private key in YAML': (random) =>
    pem(random, (lines) => `tls.key: |\n${lines.map((line) => `    ${line}`).join('\n')}\n`),
  'private key without its end': (random) => pem(random, (lines) => `head key.pem\n${lines.slice(0, -1).join('\n')}`),
  'private key without its start': (random) => pem(random, (lines) => `tail key.pem\n${lines.slice(1).join('\n')}\n`),
  'webhook of Slack': (random) =>
    one(
      (secret) => `curl -X POST https://hooks.slack.com/services/${secret} -d '{}'`,
      `T${chars(random, 'A', 9)}/B${chars(random, 'A', 9)}/${chars(random, 'a', 24)}`
    ),
  'webhook of Discord': (random) =>
    one(
      (secret) => `https://discord.com/api/webhooks/${secret}`,
      `${chars(random, '9', 18)}/${chars(random, 'a', 68)}`
    ),
  'bot of Telegram': (random) =>
    one(
      (secret) => `curl https://api.telegram.org/bot${secret}/getMe`,
      `${random.integer(100000000, 999999999)}:AA${chars(random, 'a', 33)}`
    ),
  'signed address': (random) =>
    one(
      (secret) => `https://acme.blob.invalid/c/f.txt?sv=2024-01-01&sig=${secret}&se=2026`,
      encodeURIComponent(`${chars(random, 'b', 43)}=`)
    ),
  'sign-in of an agent': (random) => {
    const [access, refresh] = [chars(random, 'a', 60), chars(random, 'a', 48)]
    return {
      text: JSON.stringify(
        { tokens: { access_token: access, refresh_token: refresh, account_id: random.uuid() } },
        null,
        2
      ),
      secrets: [access, refresh]
    }
  },
  'element of XML': (random) =>
    one((secret) => `<server><username>svc</username><password>${secret}</password></server>`, plainPassword(random))
}
