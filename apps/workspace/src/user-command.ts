// `npm run user -- reset-factor <e-mail>`: for a person who has lost their second factor and their recovery codes. The operator has to know
// who asks for it: the password alone signs in afterwards.
import { resetFactors } from './factor/reset-factors.repository.ts';

const [verb, email = ''] = process.argv.slice(2);
const url = process.env.DATABASE_URL_WORKSPACE;
if (verb !== 'reset-factor' || email === '' || !url) {
  process.stderr.write('usage: DATABASE_URL_WORKSPACE=… npm run user -- reset-factor <e-mail>\n');
  process.exit(2);
}

const isDone = await resetFactors(url, email);
process.stdout.write(isDone ? 'The second factors and recovery codes are removed.\n' : 'There is no such user.\n');
process.exitCode = isDone ? 0 : 1;
