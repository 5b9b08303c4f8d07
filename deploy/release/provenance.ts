import type { ReleasedImage } from './images.ts';
import type { Source } from './source.ts';

interface BuildOptions {
  image: ReleasedImage;
  source: Source;
  version: string;
  platforms: string;
  env: NodeJS.ProcessEnv;
}

/** How an image was made, as SLSA provenance 1.0. Without times, so that the same build says the same. */
export function provenanceOf({ image, source, version, platforms, env }: BuildOptions) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: project, GITHUB_WORKFLOW_REF: workflow } = env;
  const isHosted = server && project && workflow;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: image.name, digest: { sha256: image.digest.replace('sha256:', '') } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://docs.docker.com/build/bake/reference/',
        externalParameters: {
          file: 'deploy/docker-bake.hcl',
          target: image.service,
          version,
          platforms: platforms.split(','),
        },
        resolvedDependencies: [
          {
            uri: isHosted ? `git+${server}/${project}@refs/tags/v${version}` : `git:v${version}`,
            digest: { gitCommit: source.commit },
          },
        ],
      },
      runDetails: { builder: { id: isHosted ? `${server}/${workflow}` : 'urn:parley:release' } },
    },
  };
}
