#!/bin/bash
# One node of Swift, its objects under /data as those of versitygw; what `versitygw` is given as arguments means nothing here.
set -euo pipefail
home=/srv/swift
mkdir -p "$home" /data/disk /etc/swift
printf '[swift-hash]\nswift_hash_path_suffix = local\nswift_hash_path_prefix = local\n[storage-policy:0]\nname = local\ndefault = yes\n' >/etc/swift/swift.conf

common() {
  printf '[DEFAULT]\nbind_ip = %s\nbind_port = %s\nworkers = 0\nuser = root\nswift_dir = %s\nlog_address = %s/no-log\n' "$1" "$2" "$home" "$home"
}
port=6200
for part in account container object; do
  port=$((port + 1))
  swift-ring-builder "$home/$part.builder" create 4 1 1 >/dev/null
  swift-ring-builder "$home/$part.builder" add "r1z1-127.0.0.1:$port/disk" 1 >/dev/null
  swift-ring-builder "$home/$part.builder" rebalance >/dev/null || [ $? = 1 ]
  { common 127.0.0.1 "$port"
    printf 'devices = /data\nmount_check = false\ndisable_fallocate = true\n'
    printf '[pipeline:main]\npipeline = %s-server\n[app:%s-server]\nuse = egg:swift#%s\n' "$part" "$part" "$part"
  } >"$home/$part.conf"
  "swift-$part-server" "$home/$part.conf" >/dev/null 2>&1 &
done
memcached -u nobody -l 127.0.0.1 -U 0 >/dev/null 2>&1 &

{ common 0.0.0.0 9000
  echo '[pipeline:main]'
  echo 'pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server'
  printf '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
  for filter in catch_errors gatekeeper healthcheck listing_formats bulk slo dlo; do printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "$filter"; done
  printf '[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:11211\n'
  printf '[filter:s3api]\nuse = egg:swift#s3api\nlocation = us-east-1\ns3_acl = false\nmin_segment_size = 5242880\n'
  printf '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_%s = %s .admin\n' "${ROOT_ACCESS_KEY/:/_}" "$ROOT_SECRET_KEY"
} >"$home/proxy.conf"
trap 'kill $(jobs -p)' TERM INT
swift-proxy-server "$home/proxy.conf" >/dev/null 2>&1 &
wait
