# The images of a release:  npm run release -- VERSION  (see docs/operations/releasing.md)
# By hand:                  docker buildx bake --file deploy/docker-bake.hcl
variable "REGISTRY" {
  default = "parley"
}
variable "VERSION" {
  default = "latest"
}
variable "REVISION" {
  default = ""
}
# Seconds since 1970: the time of the image and of all files in it.
variable "SOURCE_DATE_EPOCH" {
  default = "0"
}
variable "PLATFORMS" {
  default = "linux/amd64,linux/arm64"
}
variable "NODE_IMAGE" {
  default = "node:24-slim"
}

group "default" {
  targets = ["image"]
}

target "image" {
  name = app
  matrix = {
    app = ["gateway", "workspace", "conversations", "contacts", "bots", "media", "analytics", "realtime", "webhooks", "channels", "transfer"]
  }
  context    = "."
  dockerfile = "deploy/Dockerfile"
  args = {
    APP               = app
    NODE_IMAGE        = NODE_IMAGE
    SOURCE_DATE_EPOCH = SOURCE_DATE_EPOCH
  }
  labels = {
    "org.opencontainers.image.version"  = VERSION
    "org.opencontainers.image.revision" = REVISION
  }
  platforms = split(",", PLATFORMS)
  tags      = ["${REGISTRY}/${app}:${VERSION}"]
}
